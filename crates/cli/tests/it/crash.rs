//! The real program, killed in the middle of play again and again: what it acknowledged is stored once, and
//! nothing else is.
//!
//! `CARDROOM_CRASHES` sets how often; `cargo xtask crash --times N` sets it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use load::client::{Address, ClientConnection, ClientError, ClientSession, Message, Method};
use serde_json::{Value, json};
use store::Records;

/// How often the program is killed by default.
const TIMES: u64 = 20;
pub const TABLES: u64 = 2;
pub const PLAYERS: u64 = 3;
/// If nothing happens for this long, something has gone wrong.
const PATIENCE: Duration = Duration::from_secs(60);

pub const CONFIGURATION: &str = r#"
[practice]
tables = 0

[pace]
between_rounds = 0
cut = 0
street = 0
show = 0
bot = 0

[limits]
sign_ups_a_minute = 600
sign_ups_at_once = 100
"#;

pub struct Program {
    pub child: Child,
    pub url: String,
}

impl Program {
    /// Starts the room in a folder and waits until it is open.
    pub fn start(folder: &Path) -> Program {
        Program::started_by(Command::new(env!("CARGO_BIN_EXE_cardroom")).stderr(Stdio::inherit()), folder)
    }

    /// The same, through a command that starts the program with the arguments that follow.
    pub fn started_by(command: &mut Command, folder: &Path) -> Program {
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.join("data"))
            .arg("--keys")
            .arg(folder.join("keys"))
            .arg("--config")
            .arg(folder.join("room.toml"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let first = lines.next().expect("a line").expect("text");
        let url = first.strip_prefix("The room is open at ").expect("where the room is").to_owned();
        // The rest of its output is read, so that it never blocks on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Program { child, url }
    }

    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }
}

/// What the room acknowledged: table and key, with the number of the record.
pub type Acknowledged = Arc<Mutex<BTreeMap<(u64, String), u64>>>;

static KEYS: AtomicU64 = AtomicU64::new(1);

fn frame(value: &Value) -> Message {
    Message::Text(value.to_string().into())
}

/// Plays for one player at one table until the connection breaks, knowing only what the room sends.
pub async fn play(
    visitor: ClientSession,
    table: u64,
    seat: u64,
    acknowledged: Acknowledged,
    acts: tokio::sync::mpsc::UnboundedSender<()>,
) -> Result<(), ClientError> {
    let mut line: ClientConnection = visitor.connect().await?;
    line.send_raw(frame(&json!({"t": "watch", "table": table, "from": null}))).await?;
    let mut own = Value::Null;
    let mut answered = Value::Null;
    loop {
        let text = match line.next_text().await {
            Ok(text) => text,
            Err(ClientError::Closed { .. }) => return Ok(()),
            Err(error) => return Err(error),
        };
        let Ok(told) = serde_json::from_str::<Value>(&text) else { continue };
        let mut wishes = Vec::new();
        match told["t"].as_str() {
            Some("snapshot") => {
                own = told["own"].clone();
                let chair = told["chairs"]
                    .as_array()
                    .and_then(|chairs| chairs.iter().find(|chair| chair["seat"] == own).cloned());
                match chair {
                    None => {
                        // The turn may come before the answer.
                        own = json!(seat);
                        wishes.push((json!({"do": "sit", "seat": seat, "stack": 200}), None));
                    }
                    Some(chair) if chair["away"] == json!(true) => {
                        wishes.push((json!({"do": "sit_in", "posts": true}), None));
                    }
                    Some(_) => {}
                }
            }
            Some("error") => {
                let code = told["code"].as_str().unwrap_or_default().to_owned();
                return Err(ClientError::Refused { status: 0, code, why: told.to_string() });
            }
            Some("answer") if told["ok"] == json!(true) => {
                let key = told["key"].as_str().unwrap_or_default().to_owned();
                let number = told["number"].as_u64().unwrap_or_default();
                acknowledged.lock().expect("not poisoned").insert((table, key), number);
                let _ = acts.send(());
            }
            Some("update") => {
                // Players who lost everything buy in again.
                let broke = told["events"]
                    .as_array()
                    .is_some_and(|events| events.iter().any(|event| event["e"] == json!("closed")));
                if broke {
                    wishes.push((json!({"do": "top_up", "amount": 100}), None));
                }
            }
            _ => {}
        }
        let turn = &told["turn"];
        let position = json!([turn["hand"], turn["acts"]]);
        if !turn.is_null() && turn["seat"] == own && position != answered {
            let menu = &told["menu"];
            let wish = if turn["showing"] == json!(true) {
                Some(json!({"do": "show"}))
            } else if menu.is_null() {
                None
            } else if !menu["raise"].is_null() && turn["acts"].as_u64().is_some_and(|acts| acts % 5 == 0) {
                Some(json!({"do": "raise", "to": menu["raise"]["min"]}))
            } else if menu["check"] == json!(true) {
                Some(json!({"do": "check"}))
            } else if !menu["call"].is_null() {
                Some(json!({"do": "call"}))
            } else {
                Some(json!({"do": "fold"}))
            };
            if let Some(wish) = wish {
                answered = position;
                let name = json!({"hand": turn["hand"], "acts": turn["acts"], "facing": turn["facing"]});
                wishes.push((wish, Some(name)));
            }
        }
        for (wish, turn) in wishes {
            let key = format!("{:032x}", KEYS.fetch_add(1, Ordering::Relaxed));
            let mut ask = json!({"t": "ask", "table": table, "key": key, "wish": wish});
            if let Some(turn) = turn {
                ask["turn"] = turn;
            }
            line.send_raw(frame(&ask)).await?;
        }
    }
}

type Player = tokio::task::JoinHandle<Result<(), ClientError>>;

/// Everybody plays. Returns once `enough` acts were acknowledged, with the tasks of the players, who play on.
pub async fn play_on(
    url: &str,
    people: &[Option<String>],
    acknowledged: &Acknowledged,
    enough: u64,
) -> Vec<Player> {
    let (acts, mut done) = tokio::sync::mpsc::unbounded_channel();
    let mut players = Vec::new();
    for (at, cookie) in people.iter().enumerate() {
        let at = at as u64;
        let mut visitor = ClientSession::new(Address::parse(url).expect("an address"));
        visitor.cookie.clone_from(cookie);
        let (table, seat) = (at / PLAYERS + 1, at % PLAYERS + 1);
        players.push(tokio::spawn(play(visitor, table, seat, Arc::clone(acknowledged), acts.clone())));
    }
    let enough = async {
        for _ in 0..enough {
            done.recv().await.expect("acts go on");
        }
    };
    let played = tokio::time::timeout(PATIENCE, enough).await;
    if let Some(ended) = players.iter().position(tokio::task::JoinHandle::is_finished) {
        let player = players.remove(ended);
        panic!("a player stopped while the room was open: {:?}", player.await.expect("no panic"));
    }
    played.expect("people play on until the room is killed");
    players
}

/// Accounts and tables, created as people create them.
pub async fn prepare(url: &str) -> Vec<Option<String>> {
    let mut people = Vec::new();
    for number in 1..=TABLES * PLAYERS {
        let mut visitor = ClientSession::new(Address::parse(url).expect("an address"));
        let account = json!({
            "login": format!("player{number}"),
            "name": format!("Player {number}"),
            "password": "a password that is long enough",
        });
        visitor.call(Method::POST, "/api/sign-up", Some(&account)).await.expect("an account");
        if number <= TABLES {
            let table = json!({"name": format!("Table {number}"), "book": "standard", "settings": {}});
            visitor.call(Method::POST, "/api/tables", Some(&table)).await.expect("a table");
        }
        people.push(visitor.cookie);
    }
    people
}

/// Asserts that every acknowledged act is stored once, under its number.
pub fn all_there(data: &Path, acknowledged: &BTreeMap<(u64, String), u64>) {
    let mut stored: BTreeMap<(u64, String), Vec<u64>> = BTreeMap::new();
    for link in Records::open(data).expect("the records") {
        let record = link.expect("a record").record;
        if let (room::port::StreamId::Table(table), Some(key)) = (record.stream, record.key) {
            stored.entry((table, key.to_string())).or_default().push(record.number);
        }
    }
    for (act, number) in acknowledged {
        assert_eq!(stored.get(act), Some(&vec![*number]), "table {} key {}", act.0, act.1);
    }
}

/// Proves REC-01, REC-02 and REC-03 on the real program.
#[test]
fn a_room_that_is_killed_again_and_again_loses_nothing_that_it_acknowledged() {
    let times = std::env::var("CARDROOM_CRASHES").ok().and_then(|times| times.parse().ok()).unwrap_or(TIMES);
    let folder: PathBuf = std::env::temp_dir().join(format!("cardroom-crash-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("room.toml"), CONFIGURATION).expect("written");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let acknowledged: Acknowledged = Acknowledged::default();
    let mut people = None;
    for crash in 1..=times {
        let program = Program::start(&folder);
        let people = people.get_or_insert_with(|| runtime.block_on(prepare(&program.url)));
        // Not always at the same place.
        let enough = 3 + crash * 7 % 23;
        let players = runtime.block_on(play_on(&program.url, people, &acknowledged, enough));
        program.kill();
        for player in players {
            // What was sent before the end is still read; then the connection breaks.
            let _: Result<(), ClientError> = runtime.block_on(player).expect("no panic");
        }
        let acts = acknowledged.lock().expect("not poisoned").clone();
        all_there(&folder.join("data"), &acts);
    }
    let acts = acknowledged.lock().expect("not poisoned").len();
    assert!(acts as u64 >= times * 3, "{acts} acts in {times} lives");
    let verified = crate::verify::whole(&folder.join("data"), &folder.join("keys"));
    let says = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success(), "{says}");
    println!("{times} lives, {acts} acts acknowledged\n{says}");
    std::fs::remove_dir_all(&folder).expect("removed");
}
