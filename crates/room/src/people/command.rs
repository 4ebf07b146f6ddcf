//! What may be asked of accounts.

use std::fmt;

use chips::Chips;
use seating::{Person, Role};

use super::event::{SecretHash, Trace};
use super::reports::NewReport;
use super::second_factor::{Factor, FactorProof};

/// A new account. Names are already folded and tidied, and the password is hashed.
#[derive(Clone)]
#[allow(missing_docs)]
pub struct NewPerson {
    pub login: String,
    pub name: String,
    pub password: String,
    /// Random bytes for the digest of the row.
    pub salt: [u8; 16],
    /// A program will play the account, and everybody will see that.
    pub machine: bool,
}

impl fmt::Debug for NewPerson {
    /// Prints nothing of the person: what is printed may reach a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewPerson").field("machine", &self.machine).finish_non_exhaustive()
    }
}

/// A new session.
#[derive(Clone, Copy, Debug)]
pub struct NewSession {
    /// The SHA-256 of its token.
    pub token: SecretHash,
    /// When it expires, in milliseconds of the room's time.
    pub until: u64,
    /// The trace of the name it was begun with.
    pub login: Trace,
}

/// A command about accounts. "The requester" is the actor who gives it.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum PeopleCommand {
    /// Makes the room's own row, once.
    Open {
        salt: [u8; 16],
    },
    /// Makes a player's account with its chips and, if requested, its first session.
    SignUp {
        new: NewPerson,
        grant: Chips,
        session: Option<NewSession>,
    },
    /// Counts a failed sign-in.
    FailSignIn {
        person: Option<Person>,
        login: Trace,
        address: Trace,
    },
    /// Signs in a person whose password was right; the token that the browser had before stops working.
    SignIn {
        person: Person,
        session: NewSession,
        replaces: Option<SecretHash>,
        /// What was given of the second factor.
        given: Option<FactorProof>,
    },
    /// Ends the session of a token.
    SignOut {
        token: SecretHash,
    },
    /// Ends every session of the requester.
    SignOutEverywhere,
    /// Sets a new password for the requester, whose old one was right.
    ChangePassword {
        password: String,
        salt: [u8; 16],
        keeps: SecretHash,
    },
    /// Makes a link by which a person chooses a new password.
    MakeResetLink {
        person: Person,
        link: SecretHash,
        until: u64,
    },
    /// Uses such a link to set the new password.
    UseResetLink {
        link: SecretHash,
        password: String,
        salt: [u8; 16],
        login: Trace,
    },
    /// Makes a link by which somebody becomes an administrator.
    MakeAdministratorLink {
        link: SecretHash,
        until: u64,
    },
    /// Uses such a link to make an administrator and, if requested, a player's account beside it; the session
    /// is the administrator's.
    UseAdministratorLink {
        link: SecretHash,
        administrator: NewPerson,
        player: Option<NewPerson>,
        grant: Chips,
        session: NewSession,
    },
    GiveRole {
        person: Person,
        role: Role,
    },
    TakeRole {
        person: Person,
        role: Role,
    },
    /// Bans a person for this many milliseconds, or for good.
    Ban {
        person: Person,
        lasts: Option<u64>,
        reason: String,
    },
    Unban {
        person: Person,
        reason: String,
    },
    /// Files a report by the requester about a person.
    Report(NewReport),
    /// Deals with a report.
    DealWithReport {
        report: u64,
        note: String,
    },
    /// Makes a link to a hand of the requester; the caller checks that it is one of theirs.
    ShareHand {
        link: SecretHash,
        table: u64,
        hand: u64,
        own_cards: bool,
    },
    /// Ends a link of the requester.
    EndShare {
        link: SecretHash,
    },
    /// Ends one session of the requester.
    EndSession {
        session: u32,
    },
    /// Erases a person's account and deletes their row.
    Erase {
        person: Person,
    },
    /// The same, if nobody has used the account for this many milliseconds.
    EraseUnused {
        person: Person,
        unused_for: u64,
    },
    /// Ends every session after a restore, with which the era of that number began.
    SignEverybodyOut {
        era: u64,
    },
    /// Counts names and addresses under a new salt from now on.
    ForgetTraces {
        salt: [u8; 16],
    },
    /// Records that personal data, by number, is shown to the requester.
    NoteSeen {
        what: &'static str,
        first: u64,
        last: u64,
        reason: Option<String>,
    },
    /// Sets a second factor for the person signed in with the token, who has shown that they have its secret.
    SetSecondFactor {
        token: SecretHash,
        factor: Factor,
    },
    /// Makes new recovery codes for the requester, who gave the code of a step.
    MakeRecoveryCodes {
        step: u64,
        codes: Vec<SecretHash>,
    },
    /// Removes the requester's own second factor with a proof of it, or, by an administrator, somebody
    /// else's.
    TakeSecondFactor {
        person: Person,
        given: Option<FactorProof>,
        reason: String,
    },
    /// Requests, as an auditor, that a finished hand be opened.
    AskOpening {
        table: u64,
        hand: u64,
        /// The room-wide number of the record that opened the hand.
        began: u64,
        reason: String,
    },
    /// Agrees to that as another auditor; those dealt in get a notice.
    AgreeToOpening {
        opening: u64,
        /// The room-wide number of the record that opened the hand.
        began: u64,
        reason: String,
        players: Vec<Person>,
    },
    /// Records that one of the two auditors looks at the hand.
    NoteOpenedSeen {
        opening: u64,
    },
    /// Records that a role was not given because of another.
    NoteRefusedRole {
        person: Person,
        role: Role,
        has: Role,
    },
}
