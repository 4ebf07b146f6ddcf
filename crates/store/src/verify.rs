//! Everything that was stored is checked again, from the files alone: by whoever has them and the public key.
//!
//! Nothing is written and no lock of the writer is needed; a room may go on meanwhile. Each check names the first
//! difference that it met. That the records say what the rules make of them is for others to check, who find them all
//! in [`Records`].

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use chips::book::{Account, Unit};
use ed25519_dalek::VerifyingKey;
use room::port::{Fault, Stream};
use rusqlite::{Connection, OpenFlags};

use crate::bytes::hex;
use crate::chain::{self, Hash, Link, NOTHING};
use crate::checkpoint::Lines;
use crate::judge::Head;
use crate::rows;
use crate::schema::{self, fault};
use crate::sqlite::DATABASE;

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was checked, in a word.
    pub name: &'static str,
    /// How much of it there was.
    pub seen: String,
    /// The first difference, if there is one.
    pub difference: Option<String>,
}

/// Records that are read at once.
const PAGE: i64 = 500;

/// Every record in the order of the room, as it lies in the chain, in constant memory. Whether they fit together is
/// told by [`verify()`].
#[derive(Debug)]
pub struct Records {
    connection: Connection,
    page: VecDeque<Link>,
    after: u64,
    ended: bool,
}

impl Records {
    /// Opens the records in a data folder, for reading alone.
    ///
    /// # Errors
    /// There are none, or a newer program wrote them.
    pub fn open(data: &Path) -> Result<Records, Fault> {
        let connection = open(data)?;
        Ok(Records { connection, page: VecDeque::new(), after: 0, ended: false })
    }
}

impl Iterator for Records {
    type Item = Result<Link, Fault>;

    fn next(&mut self) -> Option<Result<Link, Fault>> {
        if self.page.is_empty() && !self.ended {
            match page(&self.connection, self.after) {
                Ok(links) => self.page = links,
                Err(fault) => {
                    self.ended = true;
                    return Some(Err(fault));
                }
            }
        }
        let link = self.page.pop_front();
        match &link {
            Some(link) => self.after = link.record.sequence,
            None => self.ended = true,
        }
        link.map(Ok)
    }
}

fn page(connection: &Connection, after: u64) -> Result<VecDeque<Link>, Fault> {
    let sql = include_str!("../sql/records-all.sql");
    let links = rows::links(connection, sql, [rows::whole(after)?, PAGE])?;
    let mut last = after;
    for (link, _) in &links {
        // In a damaged database the order is not what it should be, and reading on would never end.
        let sequence = link.record.sequence;
        if sequence <= last {
            return Err(Fault {
                what: format!("record {sequence} comes after record {last}: the database is damaged"),
            });
        }
        last = sequence;
    }
    Ok(links.into_iter().map(|(link, _)| link).collect())
}

/// The name of the key with which the decks in a data folder are sealed; none where it is missing there.
pub(crate) fn sealed_with(data: &Path) -> Result<Option<String>, Fault> {
    Ok(rows::meta(&open(data)?)?.remove("room-key"))
}

/// Opens the database for reading; where nothing can be written beside it, as it lies there.
fn open(data: &Path) -> Result<Connection, Fault> {
    let database = data.join(DATABASE);
    let place = database.display();
    if !data.is_dir() {
        return Err(Fault {
            what: format!("there is no folder {}: name the one of a room's data", data.display()),
        });
    }
    if !database.is_file() {
        return Err(Fault { what: format!("there is no {place}: is {} the data folder?", data.display()) });
    }
    let opened = schema::for_reading(&database).and_then(|connection| {
        let version = schema::version(&connection)?;
        Ok((connection, version))
    });
    let (connection, version) = match opened {
        Ok(opened) => opened,
        Err(fault) => {
            let log = data.join(format!("{DATABASE}-wal"));
            if log.metadata().is_ok_and(|log| log.len() > 0) {
                return Err(fault);
            }
            let connection = as_it_lies(&database)?;
            let version = schema::version(&connection)
                .map_err(|fault| Fault { what: format!("cannot use {place}: {}", fault.what) })?;
            (connection, version)
        }
    };
    schema::known(version).map_err(|fault| Fault { what: format!("cannot use {place}: {}", fault.what) })?;
    Ok(connection)
}

fn as_it_lies(database: &Path) -> Result<Connection, Fault> {
    let path = database.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)
        .map_err(fault(format!("open {} for reading", database.display())))
}

/// Checks everything in a data folder against itself, against the file of checkpoints and against the public key.
///
/// # Errors
/// The database cannot be opened at all. Whatever can be looked at is told in the checks.
pub fn verify(data: &Path, checkpoints: &Path, key: &VerifyingKey) -> Result<Vec<Check>, Fault> {
    // The checkpoints that are there now are not ahead of what is read after.
    let until = checkpoints.metadata().map_or(0, |file| file.len());
    let mut connection = open(data)?;
    let snapshot = connection.transaction().map_err(fault("begin to read"))?;
    let mut checks = vec![tables(&snapshot), room(&snapshot, key)];
    let genesis = rows::meta(&snapshot).map_or(NOTHING, |meta| chain::genesis(&meta));
    let mut told = Told::new(checkpoints, until, key);
    let mut walk = Walk::new(genesis);
    walk.all(&snapshot, &mut told);
    let count = walk.count;
    checks.push(Check {
        name: "chain",
        seen: format!("{count} records"),
        difference: walk.difference.clone(),
    });
    checks.push(postings(&snapshot, &walk));
    checks.push(balances(&snapshot, &walk));
    checks.push(streams(&snapshot, &walk));
    checks.push(people(&snapshot, &walk));
    checks.push(told.check(&walk));
    Ok(checks)
}

fn difference<T>(found: Result<T, Fault>, judge: impl FnOnce(T) -> Option<String>) -> Option<String> {
    match found {
        Ok(found) => judge(found),
        Err(fault) => Some(fault.what),
    }
}

/// The tables are those of this version, each value of its kind, each index complete.
fn tables(connection: &Connection) -> Check {
    let found = schema::objects(connection).and_then(|found| Ok((found, schema::expected()?)));
    let seen = found.as_ref().map_or(0, |(found, _)| found.len());
    let first = difference(found, |(found, expected)| {
        let lacking = expected.iter().find(|object| !found.contains(object));
        let foreign = found.iter().find(|object| !expected.contains(object));
        let version = schema::version(connection);
        if let Some((kind, name, _)) = lacking {
            return Some(format!("{kind} {name} is missing or another"));
        }
        if let Some((kind, name, _)) = foreign {
            return Some(format!("{kind} {name} does not belong here"));
        }
        difference(version, |version| {
            (version != schema::VERSION).then(|| format!("version {version} of the tables has others"))
        })
    });
    let first = first.or_else(|| {
        let sound = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
        difference(sound.map_err(fault("check the database")), |sound| (sound != "ok").then_some(sound))
    });
    Check { name: "tables", seen: format!("{seen} tables and indexes"), difference: first }
}

/// What the room is. Its values are bound into the first record; here is checked that nothing is missing.
fn room(connection: &Connection, key: &VerifyingKey) -> Check {
    let meta = rows::meta(connection);
    let seen = meta.as_ref().map_or(0, BTreeMap::len);
    let first = difference(meta, |meta| {
        let names = ["chain", "room", "room-key", "since", "signing-key"];
        if let Some(name) = names.iter().find(|name| !meta.contains_key(**name)) {
            return Some(format!("the room does not say its `{name}`"));
        }
        if let Some(name) = meta.keys().find(|name| !names.contains(&name.as_str())) {
            return Some(format!("the room says `{name}`, which means nothing"));
        }
        if meta["chain"] != "1" {
            return Some(format!("the chain is of version {}, which is not known", meta["chain"]));
        }
        (meta["signing-key"] != hex(key.as_bytes()))
            .then(|| format!("the room signs with {}, not with the key given", meta["signing-key"]))
    });
    Check { name: "room", seen: format!("{seen} values"), difference: first }
}

/// What comes of going through all records.
struct Walk {
    count: u64,
    in_room: Hash,
    streams: BTreeMap<Stream, Head>,
    balances: BTreeMap<(Account, Unit), i128>,
    postings: u64,
    /// The digest of each person's row as the records say last, with the record that says so.
    people: BTreeMap<u64, (Option<String>, u64)>,
    difference: Option<String>,
    /// False where records could not be read to their end.
    complete: bool,
}

impl Walk {
    fn new(genesis: Hash) -> Walk {
        Walk {
            count: 0,
            in_room: genesis,
            streams: BTreeMap::new(),
            balances: BTreeMap::new(),
            postings: 0,
            people: BTreeMap::new(),
            difference: None,
            complete: false,
        }
    }

    fn all(&mut self, connection: &Connection, told: &mut Told) {
        told.at(0, &self.in_room);
        let mut after = 0;
        loop {
            match page(connection, after) {
                Ok(links) if links.is_empty() => {
                    self.complete = true;
                    return;
                }
                Ok(links) => {
                    for link in &links {
                        self.take(link);
                        told.at(link.record.sequence, &link.hash);
                        after = link.record.sequence;
                    }
                }
                Err(fault) => {
                    self.differs(|| fault.what);
                    return;
                }
            }
        }
    }

    fn differs(&mut self, what: impl FnOnce() -> String) {
        if self.difference.is_none() {
            self.difference = Some(what());
        }
    }

    fn take(&mut self, link: &Link) {
        let record = &link.record;
        let head = self.streams.get(&record.stream).copied().unwrap_or(Head::EMPTY);
        let (sequence, stream, number) = (record.sequence, record.stream, record.number);
        let name = || format!("record {sequence} (stream {stream}, number {number}, {})", record.kind);
        if sequence != self.count + 1 {
            let missing = self.count + 1;
            self.differs(|| format!("record {missing} is missing: {} comes next", name()));
        } else if number != head.count + 1 {
            let next = head.count + 1;
            self.differs(|| format!("{} is out of place: number {next} of its stream comes next", name()));
        } else if link.fence < head.fence {
            self.differs(|| format!("{} was written by a keeper that was replaced before", name()));
        } else if link.hash_after(&self.in_room, &head.hash) != link.hash && sequence == 1 {
            self.differs(|| {
                format!(
                    "{} is another than the one that was stored, or what the room says of itself is",
                    name()
                )
            });
        } else if link.hash_after(&self.in_room, &head.hash) != link.hash {
            self.differs(|| {
                format!("{} is another than the one that was stored, or not in its place", name())
            });
        }
        self.count = sequence;
        self.in_room = link.hash;
        self.streams.insert(stream, Head { count: number, hash: link.hash, fence: link.fence });
        for posting in &record.postings {
            let amount = i128::from(posting.amount().get());
            *self.balances.entry((posting.from(), posting.unit())).or_default() -= amount;
            *self.balances.entry((posting.to(), posting.unit())).or_default() += amount;
            self.postings += 1;
        }
        if stream == Stream::People
            && let Ok(body) = serde_json::from_str::<serde_json::Value>(&record.body)
            && let (Some(person), Some(digest)) = (body["person"].as_u64(), body.get("digest"))
        {
            self.people.insert(person, (digest.as_str().map(str::to_owned), sequence));
        }
    }

    /// The difference, or else that it could not be looked for.
    fn unless_cut(&self, difference: Option<String>) -> Option<String> {
        if self.complete { difference } else { Some("the records could not be read to their end".to_owned()) }
    }
}

/// Each posting belongs to a record, and each unit sums to zero.
fn postings(connection: &Connection, walk: &Walk) -> Check {
    let sql = "SELECT count(*), (SELECT min(posting.sequence) FROM postings AS posting WHERE NOT EXISTS
        (SELECT 1 FROM records WHERE records.sequence = posting.sequence)) FROM postings";
    let counted =
        connection.query_row(sql, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?)));
    let first = difference(counted.map_err(fault("count the postings")), |(count, foreign)| {
        if let Some(sequence) = foreign {
            return Some(format!("a posting belongs to record {sequence}, which is not there"));
        }
        if count.unsigned_abs() != walk.postings {
            return Some(format!("there are {count} postings, but the records have {}", walk.postings));
        }
        let units: BTreeSet<Unit> = walk.balances.keys().map(|(_, unit)| *unit).collect();
        let sum =
            |of: &Unit| walk.balances.iter().filter(|((_, unit), _)| unit == of).map(|(_, held)| *held).sum();
        let uneven =
            units.into_iter().map(|unit| (unit, sum(&unit))).find(|(_, sum): &(Unit, i128)| *sum != 0);
        uneven.map(|(unit, sum)| format!("the accounts in {unit} sum to {sum}, not to 0"))
    });
    Check {
        name: "postings",
        seen: format!("{} postings", walk.postings),
        difference: walk.unless_cut(first),
    }
}

/// Each balance is the sum of its postings, and none that may not owe is below zero.
fn balances(connection: &Connection, walk: &Walk) -> Check {
    let stored = rows::balances(connection);
    let seen = stored.as_ref().map_or(0, BTreeMap::len);
    let first = difference(stored, |stored| {
        let keys: BTreeSet<_> = walk.balances.keys().chain(stored.keys()).collect();
        keys.into_iter().find_map(|key| {
            let (account, unit) = key;
            let summed = walk.balances.get(key).copied().unwrap_or(0);
            match stored.get(key) {
                Some(0) => return Some(format!("{account} in {unit} has a row that says 0")),
                Some(held) if i128::from(*held) != summed => {
                    return Some(format!(
                        "{account} in {unit} holds {held}, but its postings sum to {summed}"
                    ));
                }
                None if summed != 0 => {
                    return Some(format!(
                        "{account} in {unit} has no balance, but its postings sum to {summed}"
                    ));
                }
                Some(_) | None => {}
            }
            (summed < 0 && !account.may_owe()).then(|| format!("{account} in {unit} is below 0: {summed}"))
        })
    });
    Check { name: "balances", seen: format!("{seen} balances"), difference: walk.unless_cut(first) }
}

/// Each stream ends as the table of streams says.
fn streams(connection: &Connection, walk: &Walk) -> Check {
    let stored = rows::heads(connection);
    let seen = stored.as_ref().map_or(0, BTreeMap::len);
    let first = difference(stored, |stored| {
        let keys: BTreeSet<_> = walk.streams.keys().chain(stored.keys()).collect();
        keys.into_iter().find_map(|stream| match (walk.streams.get(stream), stored.get(stream)) {
            (Some(found), Some(said)) if found.count != said.count => Some(format!(
                "stream {stream} has {} records, not {} as is said of it",
                found.count, said.count
            )),
            (Some(found), Some(said)) if found.hash != said.hash => {
                Some(format!("stream {stream} ends with another hash than is said of it"))
            }
            (Some(found), Some(said)) if found.fence != said.fence => Some(format!(
                "stream {stream} has fence {}, not {} as is said of it",
                found.fence, said.fence
            )),
            (Some(_), Some(_)) | (None, None) => None,
            (Some(_), None) => Some(format!("nothing is said of stream {stream}, which has records")),
            (None, Some(_)) => Some(format!("stream {stream} is said to have records, and has none")),
        })
    });
    Check { name: "streams", seen: format!("{seen} streams"), difference: walk.unless_cut(first) }
}

/// Each row of personal data is the one whose digest the records have.
fn people(connection: &Connection, walk: &Walk) -> Check {
    let stored = rows::people(connection);
    let seen = stored.as_ref().map_or(0, Vec::len);
    let first = difference(stored, |stored| {
        for row in &stored {
            let person = row.person.0;
            match walk.people.get(&person) {
                Some((Some(digest), _)) if *digest == row.digest() => {}
                Some((Some(_), record)) => {
                    return Some(format!("the row of person {person} is another than record {record} says"));
                }
                Some((None, record)) => {
                    return Some(format!(
                        "person {person} has a row, but record {record} says that it was taken out"
                    ));
                }
                None => return Some(format!("person {person} has a row, but no record says so")),
            }
        }
        let there: BTreeSet<u64> = stored.iter().map(|row| row.person.0).collect();
        let mut said = walk.people.iter().filter(|(_, (digest, _))| digest.is_some());
        let gone = said.find(|(person, _)| !there.contains(person));
        gone.map(|(person, (_, record))| {
            format!("the row of person {person} is gone, which record {record} speaks of")
        })
    });
    Check { name: "people", seen: format!("{seen} rows"), difference: walk.unless_cut(first) }
}

/// What the checkpoints say, compared on the way.
struct Told {
    lines: Option<Lines>,
    next: Option<(u64, crate::checkpoint::Checkpoint)>,
    seen: u64,
    last: u64,
    difference: Option<String>,
}

impl Told {
    fn new(path: &Path, until: u64, key: &VerifyingKey) -> Told {
        let mut told = Told { lines: None, next: None, seen: 0, last: 0, difference: None };
        match Lines::open(path, until, *key) {
            Ok(lines) => told.lines = Some(lines),
            Err(fault) => told.difference = Some(fault.what),
        }
        told.step();
        told
    }

    fn step(&mut self) {
        self.next = None;
        // What comes after a line that cannot be read is looked at all the same.
        while let Some(line) = self.lines.as_mut().and_then(Iterator::next) {
            match line {
                Ok((line, checkpoint)) => {
                    let (count, last) = (checkpoint.count, self.last);
                    if count < last {
                        self.difference.get_or_insert_with(|| {
                            format!(
                                "the checkpoint in line {line} counts {count}, after one that counts {last}"
                            )
                        });
                    }
                    self.last = count;
                    self.seen += 1;
                    self.next = Some((line, checkpoint));
                    return;
                }
                Err(fault) => {
                    self.difference.get_or_insert(fault.what);
                }
            }
        }
    }

    /// Compares the checkpoints that count so many records.
    fn at(&mut self, count: u64, hash: &Hash) {
        while let Some((line, checkpoint)) = self.next
            && checkpoint.count <= count
        {
            if checkpoint.count != count || checkpoint.head != *hash {
                let counted = checkpoint.count;
                self.difference.get_or_insert_with(|| {
                    format!("record {counted} is another than the checkpoint in line {line} saw")
                });
            }
            self.step();
        }
    }

    fn check(self, walk: &Walk) -> Check {
        let beyond = self.next.filter(|_| walk.complete).map(|(line, checkpoint)| {
            let (counted, count) = (checkpoint.count, walk.count);
            format!("the records end with {count}, but the checkpoint in line {line} counts {counted}: the end was cut")
        });
        let none = (self.seen == 0)
            .then(|| "there is no checkpoint: whether the end was cut cannot be told".to_owned());
        let difference = self.difference.or(beyond).or_else(|| walk.unless_cut(none));
        Check { name: "checkpoints", seen: format!("{} checkpoints", self.seen), difference }
    }
}
