//! The requests to create an account, to sign in, and to change a password.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::wire::shape::Presence::{Default, Optional, Required};
use crate::wire::shape::{FieldSpec, Shape, Shaped};

/// A person who wants an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUpWish {
    /// The name to sign in with: 3 to 24 characters of a-z, digits, dot, hyphen and underscore; letter case
    /// does not matter.
    pub login: String,
    /// The name that others see: 2 to 24 characters. If absent, the name to sign in with.
    #[serde(default)]
    pub name: Option<String>,
    /// At least 10 characters.
    pub password: String,
    /// A program will play with this account; everybody sees that.
    #[serde(default)]
    pub machine: bool,
}

impl Shaped for SignUpWish {
    const FIELDS: &'static [FieldSpec] = &[
        ("login", Shape::Text, Required),
        ("name", Shape::Text, Optional),
        ("password", Shape::Text, Required),
        ("machine", Shape::Flag, Default),
    ];
}

/// A person who signs in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInWish {
    /// The name to sign in with.
    pub login: String,
    /// The password.
    pub password: String,
    /// If the account has a second factor: six digits from the authenticator, or a recovery code.
    #[serde(default)]
    pub code: Option<String>,
}

impl Shaped for SignInWish {
    const FIELDS: &'static [FieldSpec] = &[
        ("login", Shape::Text, Required),
        ("password", Shape::Text, Required),
        ("code", Shape::Text, Optional),
    ];
}

/// A new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordWish {
    /// The current password.
    pub old: String,
    /// The new password, at least 10 characters.
    pub new: String,
}

impl Shaped for PasswordWish {
    const FIELDS: &'static [FieldSpec] = &[("old", Shape::Text, Required), ("new", Shape::Text, Required)];
}

/// A new administrator, by the link that the room printed or another administrator made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstWish {
    /// The token at the end of the link.
    pub token: String,
    /// The administrator's account. An administrator does not play, make rulings or move chips.
    pub administrator: SignUpWish,
    /// A player's account beside it, for the same human being.
    #[serde(default)]
    pub player: Option<SignUpWish>,
}

impl Shaped for FirstWish {
    const FIELDS: &'static [FieldSpec] = &[
        ("token", Shape::Text, Required),
        ("administrator", Shape::Object(SignUpWish::FIELDS), Required),
        ("player", Shape::Object(SignUpWish::FIELDS), Optional),
    ];
}
