//! `cardroom serve`: the room, with its store, its page and its practice tables.

mod error;

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use chips::Chips;
use fair::{CheckedEntropy, Entropy, OperatingSystem, RoomKey};
use room::keeper::Pace;
use room::live::{Clock, Ports, Room, RoomStart};
use room::lobby::RoomFact;
use room::people::{Grants, PeopleService, PeopleStart};
use room::port::{Now, Steady, Store, Wall};
use room::requests::{Dealer, TableWish};
use seating::{Actor, Person, Role};
use server::config::{Config, LogFormat, LogLevel, Pacing};
use server::embed::Page;
use server::people::password::Cost;
use server::{AppState, ServerParts};
use store::{CheckResult, Keys, SqliteStore, StoreOptions, path_checks};
use tokio::net::TcpListener;

use self::error::ServeError;
use crate::{folders, outside_log, text_files, verify};

/// Serves the room: tables in the browser, over HTTP and a socket
#[derive(clap::Args, Debug)]
pub struct ServeArgs {
    /// Where to listen, such as 127.0.0.1:7777; port 0 takes a free one
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// The folder of the room's data; created if it does not exist
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The folder of the room's keys, which must not lie inside the data folder
    #[arg(long, value_name = "DIR")]
    keys: Option<PathBuf>,
    /// The configuration, a TOML file; docs/configuration.md describes it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Check everything that `cardroom verify` checks before the room opens
    #[arg(long)]
    verify: bool,
    /// The database, if it is not the embedded one
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// The bus between several nodes of one room
    #[arg(long, value_name = "URL")]
    nats_url: Option<String>,
}

/// The clocks of this machine.
struct MachineClock {
    start: Instant,
}

impl Clock for MachineClock {
    /// Both clocks in ms: the steady one, since the start, for deadlines, and the wall clock, since 1970, for
    /// the record.
    fn now(&self) -> Now {
        let steady = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        Now { steady: Steady(steady), wall: Wall(u64::try_from(wall.as_millis()).unwrap_or(u64::MAX)) }
    }
}

/// How long to wait for open connections after the last hand is over.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// `cardroom serve`: serves until the program is asked to stop; exit code 0 after an orderly stop, 2 if the
/// room cannot be opened or its store broke.
pub fn run(args: ServeArgs) -> ExitCode {
    let config = match load_config(&args) {
        Ok(config) => config,
        Err(why) => return refuse(&why),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&ServeError::Runtime(error)),
    };
    match runtime.block_on(serve(&args, config)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => refuse(&why),
    }
}

/// Prints why the room is not served, or no longer, on stderr; returns exit code 2.
fn refuse(why: &ServeError) -> ExitCode {
    say!("error: {why}");
    ExitCode::from(2)
}

/// The configuration from --config, or the defaults, with what the command line overrides; checked after
/// that, so that both go together. Options for parts that do not exist yet are refused.
fn load_config(args: &ServeArgs) -> Result<Config, ServeError> {
    if let Some(url) = &args.database_url {
        return Err(ServeError::DatabaseUrl { url: url.clone() });
    }
    if let Some(url) = &args.nats_url {
        return Err(ServeError::NatsUrl { url: url.clone() });
    }
    let listens = |mut config: Config| {
        config.listen = args.listen.unwrap_or(config.listen);
        config
    };
    let Some(path) = &args.config else {
        let config = listens(Config::default());
        config.check_consistency().map_err(ServeError::Config)?;
        return Ok(config);
    };
    let text =
        text_files::read_text(path, &text_files::CONFIGURATION).map_err(ServeError::ConfigUnreadable)?;
    let bytes = text.into_bytes();
    let in_file = |source| ServeError::ConfigFile { path: path.clone(), source };
    let config = listens(server::config::read(&bytes).map_err(in_file)?);
    config.check_consistency_of_file(&bytes).map_err(in_file)?;
    Ok(config)
}

/// Opens the room, serves it until it is stopped or its store breaks, and closes it in order. The order of
/// the steps is what keeps data safe: nothing is written before the address is bound and all data has been
/// read.
async fn serve(args: &ServeArgs, config: Config) -> Result<(), ServeError> {
    log_to_standard_error(&config);
    if let Some(short) = raise_open_file_limit(&config) {
        say!("{short}");
    }
    let data = folders::data_folder(args.data.as_deref())?;
    let keys_folder = folders::keys_folder(args.keys.as_deref(), args.data.as_deref())?;
    path_checks::check_can_hold_data(&data)?;
    // Bind first: if nobody can be served, no folder and no keys must be created.
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|source| ServeError::Listen { address: config.listen, source })?;
    let address = listener.local_addr().map_err(ServeError::NoAddress)?;
    std::fs::create_dir_all(&data).map_err(|source| ServeError::DataFolder { path: data.clone(), source })?;
    let keys = Keys::for_room(&keys_folder, &data)?;
    let keep_free = config.limits.disk_free_mb.saturating_mul(1_000_000);
    let options = StoreOptions { keep_free, ..StoreOptions::new(&data, &keys_folder) };
    let sqlite = SqliteStore::open(&options, &keys)?;
    if args.verify {
        check_data(&options, &keys)?;
    }
    let store = Arc::new(sqlite);
    let start = read_start(&keys, store.clone()).await?;
    // Only now is it known that the keys belong to this room: the public half of another room's key would be
    // useless for checking it.
    if let Some(written) = keys.ensure_public_file(&keys_folder)? {
        say!("{} was missing, and is written anew from the key that signs", written.display());
    }
    let (state, room, link) = open_room(&config, start, store.clone()).await?;
    // Listen for signals before announcing the room, so that it can be stopped in order from then on.
    let shutdown = shutdown_signal();
    print_greeting(address, &data, &keys_folder, link.as_deref(), args.verify);
    tracing::info!(%address, data = %data.display(), version = crate::VERSION, "the room is open");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(server::serve(listener, state, async {
        let _ = stopped.await;
    }));
    let mut broken = tokio::select! {
        () = shutdown => None,
        fault = room.until_broken() => Some(fault),
        () = record_outside_commands(&room, &data) => None,
    };
    match &broken {
        Some(fault) => {
            tracing::error!(what = fault.to_string(), "the store broke: the room stops, to be started again");
        }
        None => drain(&room, config.limits.drain_seconds).await,
    }
    let _ = stop.send(());
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, serving).await;
    if broken.is_none()
        && let Err(fault) = room.record_fact(RoomFact::Stopped {}).await
    {
        tracing::error!(what = fault.to_string(), "that the room stopped is not on record");
        broken = Some(fault);
    }
    drop(room);
    if let Some(fault) = broken {
        // What the disk refused is not tried again by this process: the next start reads what is safe.
        return Err(ServeError::Broken(fault));
    }
    tracing::info!("the room has stopped");
    // Connections that did not end in time still hold the store; everything appended is safe all the same.
    match Arc::try_unwrap(store) {
        Ok(sqlite) => Ok(sqlite.close()?),
        Err(store) => store.failure().map_or(Ok(()), |fault| Err(fault.into())),
    }
}

/// What --verify does before the room opens: refuses data in which `cardroom verify` without keys finds a
/// difference. Nobody writes meanwhile, because the room is not open yet.
fn check_data(options: &StoreOptions, keys: &Keys) -> Result<(), ServeError> {
    let records = store::Records::open(&options.data).map_err(ServeError::Unchecked)?;
    let mut checks = store::verify(&options.data, &options.checkpoints, &keys.verifying_key())
        .map_err(ServeError::Unchecked)?;
    checks.push(verify::check_replay(records, None));
    let count = checks.len();
    for CheckResult { name, difference, .. } in checks {
        if let Some(difference) = difference {
            return Err(ServeError::Differs { check: name, difference });
        }
    }
    tracing::info!(checks = count, "everything that is stored was checked");
    Ok(())
}

/// What a start reads from its data before it writes anything.
struct DataStart {
    room: RoomStart,
    people: PeopleStart,
    clock: Arc<MachineClock>,
}

/// Reads everything the room goes on from, and writes nothing: data that is not as a room wrote it is left
/// untouched.
async fn read_start(keys: &Keys, store: Arc<dyn Store>) -> Result<DataStart, ServeError> {
    let source: Box<dyn Entropy + Send> = Box::new(OperatingSystem);
    let entropy = CheckedEntropy::new(source).map_err(|error| ServeError::NoEntropy(Box::new(error)))?;
    let clock = Arc::new(MachineClock { start: Instant::now() });
    let room_key = RoomKey::new(*keys.room()).map_err(ServeError::RoomKey)?;
    let people = PeopleStart::read(store.clone()).map_err(ServeError::Unreadable)?;
    let ports = Ports { store, clock: clock.clone(), entropy, keys: Arc::new(room_key) };
    let room = RoomStart::read(ports).await.map_err(ServeError::Unreadable)?;
    Ok(DataStart { room, people, clock })
}

/// Opens the room on its store with the operator's configuration, and puts changes of that on record. On the
/// first start it gets practice tables. Also returns a link for the first administrator, as long as there is
/// none.
async fn open_room(
    config: &Config,
    start: DataStart,
    store: Arc<dyn Store>,
) -> Result<(AppState, Room, Option<String>), ServeError> {
    let DataStart { room, people, clock } = start;
    let room = room.open(to_pace(config.pace)).await.map_err(ServeError::Unwritable)?;
    for (table, why) in room.damaged_tables() {
        say!("table {table} stands still, and the others go on: {why}");
    }
    let salt = server::secret::random::<16>().map_err(|fault| ServeError::NoEntropy(Box::new(fault)))?;
    let grants = Grants { play_chips: Chips::new(config.play_chips).unwrap_or(Chips::MAX) };
    let now = clock.now();
    let people =
        PeopleService::open(people, room.fence(), grants, now, salt).await.map_err(ServeError::Unwritable)?;
    for change in room.record_configuration(&config.entries()).await.map_err(ServeError::Unwritable)? {
        if let (Some(was), Some(is)) = (&change.was, &change.is) {
            tracing::info!(name = change.name, was, is, "the configuration has changed");
        }
    }
    // A founding that was cut short is resumed. Nobody can have signed up before it was done.
    if people.with_people(|people| people.accounts().next().is_none()) {
        open_practice_tables(config, &room).await?;
    }
    let parts = ServerParts {
        version: crate::VERSION.to_owned(),
        config: config.clone(),
        clock: Arc::new(move || clock.now()),
        store,
        people,
        room: room.clone(),
        page: Page::built(),
        cost: Cost::OWASP,
    };
    let state = AppState::new(parts).map_err(|fault| ServeError::NoEntropy(Box::new(fault)))?;
    let link = state.first_link().await.map_err(|error| ServeError::NoFirstLink(Box::new(error)))?;
    Ok((state, room, link))
}

/// How often to look for traces of commands that worked on the room's files.
const OUTSIDE_INTERVAL: Duration = Duration::from_secs(5);

/// Puts on record what commands did with the room's files, every few seconds, for as long as the room runs;
/// never returns. Lines are removed only once they are on record: after a crash they may come twice, but are
/// not lost.
async fn record_outside_commands(room: &Room, data: &Path) {
    // The same error is reported once, not every few seconds.
    let mut reported = String::new();
    loop {
        let taken = outside_log::take_pending(data).unwrap_or_else(|error| {
            let why = error.to_string();
            if why != reported {
                tracing::error!(why, "what commands did with the files is not on record");
                reported = why;
            }
            outside_log::TakenLines::default()
        });
        if !taken.facts.is_empty() {
            let mut whole = true;
            for fact in taken.facts.clone() {
                if let Err(fault) = room.record_fact(fact).await {
                    tracing::error!(
                        what = fault.to_string(),
                        "what a command did with the files is not on record"
                    );
                    whole = false;
                }
            }
            if whole && let Err(fault) = outside_log::discard_taken(data, &taken) {
                tracing::error!(
                    what = fault.to_string(),
                    "what a command did with the files comes on record twice"
                );
            }
        }
        tokio::time::sleep(OUTSIDE_INTERVAL).await;
    }
}

/// Lets every hand finish, for at most `seconds`; a second stop request ends the wait. Hands still in play go
/// on at the next start.
async fn drain(room: &Room, seconds: u64) {
    tracing::info!(seconds, "the room is about to stop: hands are played to their end");
    say!("stopping: hands are played to their end, for {seconds} s at most; once more stops at once");
    tokio::select! {
        () = room.drain() => {}
        () = shutdown_signal() => {}
        () = tokio::time::sleep(Duration::from_secs(seconds)) => {
            tracing::warn!("some hands did not end in time: they go on when the room starts again");
        }
    }
}

/// Files in use besides those of connections: the store's readers, the log, the keys.
const OTHER_FILES: u64 = 100;

/// Raises the limit of open files as far as the system allows. If it is still too low for the sockets in the
/// configuration, returns a warning that says how to raise it; the room opens all the same.
#[cfg(unix)]
fn raise_open_file_limit(config: &Config) -> Option<String> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let now = if setrlimit(Resource::Nofile, raised).is_ok() { raised.current } else { limit.current };
    let sockets = u64::from(config.limits.sockets);
    let needed = sockets + u64::from(server::HTTP_CONNECTIONS) + OTHER_FILES;
    let now = now.filter(|now| *now < needed)?;
    let fit = now.saturating_sub(needed - sockets);
    Some(format!(
        "the system gives this program {now} open files, enough for {fit} sockets and not for the {sockets} of the \
         configuration: `ulimit -Hn {needed}` or LimitNOFILE={needed} gives more, or set `sockets` lower"
    ))
}

/// Does nothing where the system has no such limit to raise: never a warning.
#[cfg(not(unix))]
fn raise_open_file_limit(_: &Config) -> Option<String> {
    None
}

/// The pauses of the configuration as the keepers of tables take them, in the same unit. In the
/// configuration, whose names stay, a hand is called a round.
fn to_pace(pacing: Pacing) -> Pace {
    let Pacing { between_rounds, cut, over_blind, street, show, bot } = pacing;
    Pace { between_hands: between_rounds, cut, over_blind, street, show, bot }
}

/// Opens the practice tables of the configuration that are not there yet, so that a first start that was cut
/// short is resumed. Their numbers are those of the first tables of the room.
async fn open_practice_tables(config: &Config, room: &Room) -> Result<(), ServeError> {
    for number in room.tables_opened().await + 1..=u64::from(config.practice.tables) {
        let wish = TableWish {
            name: format!("Practice {number}"),
            book: "practice".to_owned(),
            settings: Vec::new(),
            bots: config.practice.bots,
            dealer: Dealer::Software,
        };
        let by = Actor { person: Person::HOUSE, role: Role::Operator, device: 0 };
        room.open_table(by, &wish)
            .await
            .map_err(|refusal| ServeError::PracticeTable { number, refusal: Box::new(refusal) })?;
    }
    Ok(())
}

/// Prints the address, the first administrator's link, the folders and what was checked on stdout, once the
/// room can be reached. Scripts and tests read the address from it.
fn print_greeting(address: SocketAddr, data: &Path, keys: &Path, link: Option<&str>, verified: bool) {
    tell!("The room is open at http://{address}");
    if let Some(path) = link {
        tell!("The first administrator signs in once at http://{address}{path}");
    }
    tell!("Data: {}", data.display());
    tell!("Keys: {} (keep them apart from the data)", keys.display());
    tell!(
        "Checked: {}",
        if verified {
            "every record, as `cardroom verify` does without keys"
        } else {
            "tables, heads of all streams, balances and people; --verify reads every record"
        }
    );
    tell!("Ctrl-C lets the hands finish and stops.");
}

/// Waits for Ctrl-C, or for the system to ask the program to end (SIGTERM). Listens from the call on, not
/// only once it is awaited: a request in between is not lost.
#[cfg(unix)]
fn shutdown_signal() -> impl Future<Output = ()> {
    use tokio::signal::unix::{Signal, SignalKind, signal};
    /// Waits for one signal to stop; waits forever if the system does not allow listening for it.
    async fn received(signal: std::io::Result<Signal>) {
        match signal {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    }
    // Listen from now on, not only once somebody waits.
    let (interrupt, terminate) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async move {
        tokio::select! {
            () = received(interrupt) => {}
            () = received(terminate) => {}
        }
    }
}

/// Waits for Ctrl-C, on systems without SIGTERM; waits forever if the system does not allow listening for it.
#[cfg(not(unix))]
async fn shutdown_signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Sends the program's log to stderr, at the level and in the form of the configuration; stdout has the
/// greeting only.
fn log_to_standard_error(config: &Config) {
    use tracing_subscriber::fmt;
    let level = match config.log_level {
        LogLevel::Error => tracing::Level::ERROR,
        LogLevel::Warn => tracing::Level::WARN,
        LogLevel::Info => tracing::Level::INFO,
        LogLevel::Debug => tracing::Level::DEBUG,
    };
    // Colours are for people at a terminal; in a file they would be stray characters.
    let colours = std::io::stderr().is_terminal();
    let lines = fmt()
        .with_writer(std::io::stderr)
        .with_max_level(level)
        .with_target(false)
        .with_ansi(colours)
        .log_internal_errors(false);
    let set = match config.log_format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    // If a subscriber was set before, it stays.
    drop(set);
}
