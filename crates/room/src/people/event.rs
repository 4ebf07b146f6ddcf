//! What happened to accounts, as it is stored. People appear by number only.
//!
//! Shapes are never edited. New ones are added, and a golden file for each guards them.

use chips::Chips;
use chips::book::{Account, Posting, TransferError, Unit};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The SHA-256 of something secret: a session's token, a link. Written in records as hexadecimal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SecretHash(pub [u8; 32]);

/// A name or an address as counted for throttling: a salted hash cut to eight bytes, from which neither can
/// be recovered once the room's salt is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Trace(pub u64);

impl Serialize for SecretHash {
    /// Writes 64 lowercase hexadecimal digits, the stored form of a hash.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for SecretHash {
    /// Reads a stored hash: exactly 64 hexadecimal digits and nothing else.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SecretHash, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom("expected a hash of 64 hexadecimal digits");
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| wrong())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| wrong())?;
        }
        Ok(SecretHash(bytes))
    }
}

impl Serialize for Trace {
    /// Writes 16 lowercase hexadecimal digits, the stored form of a trace.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Trace {
    /// Reads a stored trace: exactly the 16 lowercase digits that are written, and no other form.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Trace, D::Error> {
        let text = String::deserialize(deserializer)?;
        let read = u64::from_str_radix(&text, 16).ok().filter(|read| format!("{read:016x}") == text);
        read.map(Trace).ok_or_else(|| serde::de::Error::custom("expected a trace of 16 hexadecimal digits"))
    }
}

/// One fact. Times are in milliseconds of the room's time; `digest` is that of the person's row at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PeopleEvent {
    /// The room has its own row, whose salt hides names and addresses in traces.
    Opened { person: u64, digest: String },
    /// An account was made, without a role yet; `machine` marks one that a program plays.
    SignedUp { person: u64, digest: String, machine: bool, time: u64 },
    /// Play chips were granted from the issue.
    Granted { person: u64, amount: u64 },
    /// Wrong name or wrong password; `person` is set if the name is somebody's.
    SignInFailed { person: Option<u64>, login: Trace, address: Trace, time: u64 },
    /// There were so many failures that nobody can sign in with the name, or from the address, until a time.
    SignInLocked { person: Option<u64>, trace: Trace, of: LockKind, until: u64 },
    /// A session began; the browser's earlier session, if any, ended.
    SignedIn {
        person: u64,
        session: u32,
        token: SecretHash,
        until: u64,
        login: Trace,
        replaces: Option<u32>,
        time: u64,
    },
    /// A session ended.
    SignedOut { person: u64, session: u32 },
    /// Every session of a person ended.
    SignedOutEverywhere { person: u64 },
    /// The password was changed; every session ended except the one it was changed in.
    PasswordChanged { person: u64, digest: String, keeps: Option<u32> },
    /// An administrator lets somebody choose a new password, once; an older link ends.
    ResetLinkMade { person: u64, link: SecretHash, until: u64 },
    /// A new password was chosen by a link: every session ended, and failures were forgotten.
    ResetLinkUsed { person: u64, digest: String, link: SecretHash, login: Trace },
    /// Somebody may become an administrator, once; an older link ends.
    AdministratorLinkMade { link: SecretHash, until: u64 },
    /// Somebody did.
    AdministratorLinkUsed { person: u64, link: SecretHash },
    /// A role was given; sessions ended, so that none has more than it began with.
    RoleGiven { person: u64, role: String },
    /// A role was taken away, and every session ended.
    RoleTaken { person: u64, role: String },
    /// The account was banned until a time or for good: nobody can sign in with it, and every session ended.
    /// `lasts` is the requested length in milliseconds; earlier versions stored none.
    Banned {
        person: u64,
        until: Option<u64>,
        reason: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lasts: Option<u64>,
    },
    /// A ban was lifted early.
    Unbanned { person: u64, reason: String },
    /// Anybody with the link sees a hand in which somebody was dealt in, with or without that player's cards.
    HandShared { person: u64, link: SecretHash, table: u64, hand: u64, own_cards: bool, time: u64 },
    /// The link stopped working.
    HandShareEnded { person: u64, link: SecretHash },
    /// Somebody reported a person to those who run the room, with the latest messages at the table.
    Reported {
        report: u64,
        reporter: u64,
        about: u64,
        table: u64,
        hand: u64,
        reason: String,
        lines: Vec<ReportedLine>,
        time: u64,
    },
    /// Somebody dealt with a report.
    ReportDealtWith { report: u64, by: u64, note: String, time: u64 },
    /// The data was replaced by a backup, and the era of that number began: every session ended, and no
    /// earlier link for a password or an administrator works any more. What was ended after the backup stays
    /// ended.
    EverybodySignedOut { era: u64, time: u64 },
    /// An account was erased and the person's row is gone, salt and all; the number stays. `digest` is null.
    AccountErased { person: u64, digest: (), time: u64 },
    /// The room's own row has a new salt: older traces of names and addresses lead nowhere.
    TracesForgotten { person: u64, digest: String, time: u64 },
    /// An official looked at data of people, from number `first` to number `last`; `what` says which data.
    PersonalDataSeen { what: String, first: u64, last: u64, reason: Option<String>, time: u64 },
    /// A person set a second factor: its secret sealed under a key of the room, the step of the code that
    /// proved they have it, and the recovery codes as hashes. Every session ended except the one it was set
    /// in.
    SecondFactorSet {
        person: u64,
        session: u32,
        secret: String,
        step: u64,
        codes: Vec<SecretHash>,
        time: u64,
    },
    /// A session was begun with the code of a step: it and earlier ones are used up.
    SecondFactorUsed { person: u64, session: u32, step: u64, time: u64 },
    /// A session was begun with a recovery code, which is used up.
    RecoveryCodeUsed { person: u64, session: u32, code: SecretHash, time: u64 },
    /// New recovery codes replaced all others, made with the code of a step.
    RecoveryCodesMade { person: u64, step: u64, codes: Vec<SecretHash>, time: u64 },
    /// A second factor was removed, and every session with it; `by` is the person or an administrator.
    SecondFactorTaken { person: u64, by: u64, reason: String, time: u64 },
    /// A role was not given because the person has one that cannot be combined with it.
    RoleRefused { person: u64, role: String, has: String, by: u64, time: u64 },
    /// An auditor requested that a finished hand be opened.
    OpeningAsked { opening: u64, table: u64, hand: u64, by: u64, reason: String, time: u64 },
    /// Another auditor agreed: the two can see every card of it.
    OpeningAgreed { opening: u64, by: u64, reason: String, time: u64 },
    /// One of the two looked at it.
    OpenedHandSeen { opening: u64, by: u64, time: u64 },
    /// Something was done to an account that its owner sees from the next sign-in on.
    Noticed { person: u64, what: String, by: u64, time: u64 },
}

/// What is locked after too many failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LockKind {
    /// The name, or one device on which its owner has signed in before.
    Login,
    /// The address.
    Address,
}

/// A chat message as recorded with a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ReportedLine {
    pub number: u64,
    pub person: u64,
    /// The seat it was sent from; `None` for the rail.
    pub seat: Option<u8>,
    pub hand: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    pub text: String,
}

impl PeopleEvent {
    /// The kind of record it is stored as; its body has the same word. Stored and searched for, so the words
    /// stay; [`crate::significant_records::KINDS`] names some of them.
    pub const fn kind(&self) -> &'static str {
        match self {
            PeopleEvent::Opened { .. } => "opened",
            PeopleEvent::SignedUp { .. } => "signed_up",
            PeopleEvent::Granted { .. } => "granted",
            PeopleEvent::SignInFailed { .. } => "sign_in_failed",
            PeopleEvent::SignInLocked { .. } => "sign_in_locked",
            PeopleEvent::SignedIn { .. } => "signed_in",
            PeopleEvent::SignedOut { .. } => "signed_out",
            PeopleEvent::SignedOutEverywhere { .. } => "signed_out_everywhere",
            PeopleEvent::EverybodySignedOut { .. } => "everybody_signed_out",
            PeopleEvent::PasswordChanged { .. } => "password_changed",
            PeopleEvent::ResetLinkMade { .. } => "reset_link_made",
            PeopleEvent::ResetLinkUsed { .. } => "reset_link_used",
            PeopleEvent::AdministratorLinkMade { .. } => "administrator_link_made",
            PeopleEvent::AdministratorLinkUsed { .. } => "administrator_link_used",
            PeopleEvent::RoleGiven { .. } => "role_given",
            PeopleEvent::RoleTaken { .. } => "role_taken",
            PeopleEvent::Banned { .. } => "banned",
            PeopleEvent::Unbanned { .. } => "unbanned",
            PeopleEvent::Reported { .. } => "reported",
            PeopleEvent::ReportDealtWith { .. } => "report_dealt_with",
            PeopleEvent::HandShared { .. } => "hand_shared",
            PeopleEvent::HandShareEnded { .. } => "hand_share_ended",
            PeopleEvent::AccountErased { .. } => "account_erased",
            PeopleEvent::TracesForgotten { .. } => "traces_forgotten",
            PeopleEvent::PersonalDataSeen { .. } => "personal_data_seen",
            PeopleEvent::SecondFactorSet { .. } => "second_factor_set",
            PeopleEvent::SecondFactorUsed { .. } => "second_factor_used",
            PeopleEvent::RecoveryCodeUsed { .. } => "recovery_code_used",
            PeopleEvent::RecoveryCodesMade { .. } => "recovery_codes_made",
            PeopleEvent::SecondFactorTaken { .. } => "second_factor_taken",
            PeopleEvent::RoleRefused { .. } => "role_refused",
            PeopleEvent::OpeningAsked { .. } => "opening_asked",
            PeopleEvent::OpeningAgreed { .. } => "opening_agreed",
            PeopleEvent::OpenedHandSeen { .. } => "opened_hand_seen",
            PeopleEvent::Noticed { .. } => "noticed",
        }
    }

    /// The postings that its record carries: a grant comes from the issue, and nothing else moves chips here.
    ///
    /// # Errors
    /// An amount too large to count.
    pub fn postings(&self) -> Result<Vec<Posting>, TransferError> {
        match self {
            PeopleEvent::Granted { person, amount } => {
                let wallet = Account::Wallet { person: *person };
                let too_much = TransferError::TooMuch { account: wallet, unit: Unit::Play };
                let amount = Chips::new(*amount).ok_or(too_much)?;
                Ok(vec![Posting::new(Account::Issue, wallet, Unit::Play, amount)?])
            }
            PeopleEvent::Opened { .. }
            | PeopleEvent::SignedUp { .. }
            | PeopleEvent::SignInFailed { .. }
            | PeopleEvent::SignInLocked { .. }
            | PeopleEvent::SignedIn { .. }
            | PeopleEvent::SignedOut { .. }
            | PeopleEvent::SignedOutEverywhere { .. }
            | PeopleEvent::EverybodySignedOut { .. }
            | PeopleEvent::PasswordChanged { .. }
            | PeopleEvent::ResetLinkMade { .. }
            | PeopleEvent::ResetLinkUsed { .. }
            | PeopleEvent::AdministratorLinkMade { .. }
            | PeopleEvent::AdministratorLinkUsed { .. }
            | PeopleEvent::RoleGiven { .. }
            | PeopleEvent::RoleTaken { .. }
            | PeopleEvent::Banned { .. }
            | PeopleEvent::Unbanned { .. }
            | PeopleEvent::Reported { .. }
            | PeopleEvent::ReportDealtWith { .. }
            | PeopleEvent::HandShared { .. }
            | PeopleEvent::HandShareEnded { .. }
            | PeopleEvent::AccountErased { .. }
            | PeopleEvent::TracesForgotten { .. }
            | PeopleEvent::PersonalDataSeen { .. }
            | PeopleEvent::OpeningAsked { .. }
            | PeopleEvent::OpeningAgreed { .. }
            | PeopleEvent::OpenedHandSeen { .. }
            | PeopleEvent::SecondFactorSet { .. }
            | PeopleEvent::SecondFactorUsed { .. }
            | PeopleEvent::RecoveryCodeUsed { .. }
            | PeopleEvent::RecoveryCodesMade { .. }
            | PeopleEvent::SecondFactorTaken { .. }
            | PeopleEvent::RoleRefused { .. }
            | PeopleEvent::Noticed { .. } => Ok(Vec::new()),
        }
    }
}
