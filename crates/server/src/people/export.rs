//! All data that the room has about a person, gathered for that person.

use axum::http::StatusCode;
use room::people::role_word;
use room::port::{Store, StoreError, StreamId};
use seating::Person;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::Error;
use crate::lobby::WalletLine;
use crate::people::own_data::SessionLine;
use crate::people::session::Caller;
use crate::state::AppState;
use crate::wire::hand::{HandSummary, UnreadSitting, WireSession, WireSharedHand};

/// The name of the file's format: a changed shape gets another number.
const FORMAT: &str = "cardroom-personal-data/1";
/// How many records are read at once.
const PAGE: usize = 1000;

/// All data that the room has about a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonalData {
    /// The name of this format.
    pub format: String,
    /// When it was gathered, in milliseconds since 1970.
    pub made: u64,
    /// The row of the account.
    pub account: AccountData,
    /// Play chips in the wallet.
    pub wallet: i64,
    /// The open sessions, oldest first.
    pub sessions: Vec<SessionLine>,
    /// The records of the people stream about this person or by this person, oldest first.
    pub records: Vec<RecordData>,
    /// The movements on the wallet, newest first.
    pub movements: Vec<WalletLine>,
    /// Each time at a table from sitting down to leaving, newest first.
    pub evenings: Vec<WireSession>,
    /// The finished hands as this player saw them, newest first.
    pub hands: Vec<HandSummary>,
    /// Times at tables of which something cannot be read, and which are in neither list, newest first; absent
    /// if everything was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<UnreadSitting>,
    /// The links to hands, newest first.
    pub shared: Vec<WireSharedHand>,
}

/// The row of an account. The password is stored as a hash, which is in no file.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountData {
    /// The person's number in this room.
    pub person: u64,
    /// The name to sign in with.
    pub login: String,
    /// The name that others see.
    pub name: String,
    /// When the row was last changed, in milliseconds since 1970.
    pub updated: u64,
    /// When the account was created, in milliseconds since 1970.
    pub signed_up: u64,
    /// What the person may do.
    pub roles: Vec<String>,
    /// A program plays with this account.
    pub machine: bool,
}

/// A record as it is stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordData {
    /// Its number in the stream.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Whether this person caused it.
    pub own: bool,
    /// The facts. People and tables are numbers, times are milliseconds.
    #[schema(value_type = Object)]
    pub facts: Value,
}

/// The records of the people stream that concern a person or that the person caused, oldest first. What
/// others said about the person belongs to them, and is left out. The first test of a record's text only
/// saves parsing, and must never miss one.
fn records_of(store: &dyn Store, person: Person) -> Result<Vec<RecordData>, StoreError> {
    let (mut read, mut found) = (0, Vec::new());
    loop {
        let page = store.read(StreamId::People, read, PAGE)?;
        let Some(last) = page.last() else { return Ok(found) };
        read = last.number;
        for stored in page {
            let own = stored.by.person == person;
            // Most records concern others, and are not parsed.
            if !own && !stored.body.contains(&format!(":{}", person.0)) {
                continue;
            }
            let facts: Value = serde_json::from_str(&stored.body)
                .map_err(|error| StoreError::unreadable_facts(StreamId::People, stored.number, error))?;
            let about = facts["person"].as_u64() == Some(person.0);
            if about || own {
                found.push(RecordData { number: stored.number, at: stored.at.0, own, facts });
            }
        }
    }
}

impl AppState {
    /// All data that the room has about the caller, for `/api/me/export`. One export is gathered at a time in
    /// the whole room; a second is refused with `busy`. Whatever new data the room stores about people
    /// belongs in here.
    ///
    /// # Errors
    /// When another export is being gathered, or the store fails.
    pub(super) async fn personal_data(&self, caller: &Caller) -> Result<PersonalData, Error> {
        let busy = || {
            let why = "another file is being written: try again in a moment";
            Error::refused(StatusCode::SERVICE_UNAVAILABLE, "busy", why).because("file_busy").after_seconds(2)
        };
        let _turn = self.export_permit.try_acquire().map_err(|_| busy())?;
        let person = caller.signed.person;
        let row = self.people.row(person).ok_or_else(Error::not_signed_in)?;
        let account = self.people.with_people(|people| people.account(person).cloned());
        let account = account.ok_or_else(Error::not_signed_in)?;
        let (evenings, hands) = (self.results_of(person).await?, self.hands_of(person).await?);
        Ok(PersonalData {
            format: FORMAT.to_owned(),
            made: (self.clock)().wall.0,
            account: AccountData {
                person: person.0,
                login: row.login,
                name: row.name,
                updated: row.updated.0,
                signed_up: account.signed_up,
                roles: account.roles.into_iter().map(|role| role_word(role).to_owned()).collect(),
                machine: account.machine,
            },
            wallet: self.wallet(person).await?,
            sessions: self.sessions_of(caller),
            records: self.read_in(StreamId::People, move |store| records_of(store, person)).await?,
            movements: self.wallet_lines(person).await?,
            evenings,
            hands,
            // Everything has been looked at by now.
            unread: self.unread_of(person).await?,
            shared: self.links_of(person),
        })
    }
}
