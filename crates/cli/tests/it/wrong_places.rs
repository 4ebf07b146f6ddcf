//! The commands on a room's files, pointed at something that is missing, is something else, or may not be
//! read: each says what is wrong, where, and what is expected, and leaves everything as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use store::{Keys, SqliteStore, StoreOptions, backup};

/// A folder with a founded room, a backup of it, and what is easily mistaken for one of them.
struct Place {
    root: PathBuf,
}

impl Place {
    fn new(name: &str) -> Place {
        let root = std::env::temp_dir().join(format!("cardroom-wrong-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a folder");
        let place = Place { root };
        let (data, keys) = (place.at("data"), place.at("keys"));
        let of_room = Keys::from_folder(&keys, &data).expect("keys are made");
        let options = StoreOptions::new(&data, &keys);
        SqliteStore::open(&options, &of_room).expect("a store").close().expect("closed");
        backup(&options, &of_room, &place.at("backup"), "1").expect("a backup");
        for folder in ["empty", "home", "garbage", "hollow"] {
            fs::create_dir(place.at(folder)).expect("a folder");
        }
        fs::write(place.at("text"), "not a backup, and not a folder either\n").expect("written");
        fs::write(place.at("nothing"), "").expect("written");
        fs::write(place.at("garbage/room.db"), "not a database, whatever it is called").expect("written");
        fs::write(place.at("hollow/room.db"), "").expect("written");
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Runs a command in which `@` marks paths of the test, where nobody has named any keys before.
    fn run(&self, command: &str) -> Output {
        self.program(command).output().expect("the program runs")
    }

    fn program(&self, command: &str) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        let home = self.at("home");
        program.env("HOME", &home).env("XDG_CONFIG_HOME", home.join("config"));
        program.env_remove("CARDROOM_ROOM_KEY").env_remove("CARDROOM_SIGNING_KEY").current_dir(&self.root);
        for word in command.split(' ') {
            match word.strip_prefix('@') {
                Some(name) => program.arg(self.at(name)),
                None => program.arg(word),
            };
        }
        program
    }

    /// Every file below, with its contents.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        fn gather(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
            for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
            {
                if entry.is_dir() {
                    gather(&entry, files);
                } else {
                    files.insert(entry.clone(), fs::read(&entry).expect("readable"));
                }
            }
        }
        let mut files = BTreeMap::new();
        gather(&self.root, &mut files);
        // Without what readers of a database create beside it, and the lock file.
        files.retain(|path, _| {
            let name = path.to_string_lossy();
            !["-shm", "-wal", "room.lock"].iter().any(|ending| name.ends_with(ending))
        });
        files
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The message of a command that is not carried out, with the folder of the test cut out.
#[track_caller]
fn refused(place: &Place, command: &str, output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).replace(&format!("{}/", place.root.display()), "@");
    // If the system allows few open files, `serve` says so first.
    let lines = said.lines().filter(|line| !line.starts_with("the system gives this program"));
    let said = lines.collect::<Vec<_>>().join("\n");
    assert_eq!(output.status.code(), Some(2), "{command}: {said}");
    assert_eq!(said.lines().count(), 1, "{command}: {said}");
    assert!(output.stdout.is_empty(), "{command}");
    said
}

/// The message for each wrong data folder, whichever command is to read it.
const NO_DATA: &[(&str, &str)] = &[
    ("@missing", "there is no folder @missing: name the one of a room's data"),
    ("@text", "@text is not a folder: name the one of a room's data"),
    ("@empty", "there is no @empty/room.db: is @empty the data folder?"),
    ("@text/data", "cannot look at @text/data: Not a directory"),
    (
        "@garbage",
        "@garbage/room.db is not a database: it was damaged or replaced; `cardroom restore --replace` puts a backup in its place",
    ),
    (
        "@hollow",
        "@hollow/room.db is empty: no room was founded in @hollow, or its data is lost; `cardroom restore --replace` puts a backup in its place",
    ),
];

/// Every command with every wrong data folder: with keys that are there, and where nobody has named any.
#[test]
fn a_folder_that_holds_no_room_is_named_as_what_it_is_before_any_keys() {
    let place = Place::new("data");
    let before = place.files();
    for command in [
        "backup --to @new",
        "backup --to @new --keys @keys",
        "backup --to @new --keys @missing",
        "upgrade",
        "upgrade --keys @keys",
        "upgrade --keys @text",
        "verify",
        "verify --checkpoints @keys/checkpoints",
        "export --format phh",
        "audit events",
        "keys split --first @one --second @two --keys @keys",
        "keys split --first @one --second @two --keys @missing",
    ] {
        for (data, said) in NO_DATA {
            let command = format!("{command} --data {data}");
            let words = refused(&place, &command, &place.run(&command));
            assert!(words.starts_with(&format!("error: {said}")), "{command}: {words}");
        }
    }
    assert_eq!(place.files(), before, "nothing was made, changed or lost");
}

/// What is in the place of the database without being one that can be used is named as what it is, with what to do.
#[test]
fn a_database_that_is_cut_short_or_is_a_backup_is_named_as_that() {
    let place = Place::new("cut");
    for folder in ["cut", "stub", "copied", "torn"] {
        fs::create_dir(place.at(folder)).expect("a folder");
    }
    let whole = fs::read(place.at("data/room.db")).expect("a database");
    let page = usize::from(u16::from_be_bytes([whole[16], whole[17]]));
    fs::write(place.at("cut/room.db"), &whole[..2 * page]).expect("written");
    fs::write(place.at("stub/room.db"), &whole[..50]).expect("written");
    fs::copy(place.at("backup"), place.at("copied/room.db")).expect("copied");
    // The sizes of its pages are damaged.
    let torn = [&whole[..16], &[0xff, 0xff], &whole[18..]].concat();
    fs::write(place.at("torn/room.db"), torn).expect("written");
    let (all, two) = (whole.len(), 2 * page);
    let replace = "`cardroom restore --replace` puts a backup in its place";
    let cases = [
        (
            "cut",
            format!(
                "@cut/room.db is cut short: it has {two} bytes, and by its header it should have {all}; {replace}"
            ),
        ),
        (
            "stub",
            format!(
                "@stub/room.db is cut short: it has 50 bytes, and not even its header is complete; {replace}"
            ),
        ),
        (
            "copied",
            "@copied/room.db is a backup that `cardroom backup` made, not the database of a room: move it out of @copied, and `cardroom restore FILE --data @copied --replace` puts it in place".to_owned(),
        ),
        (
            "torn",
            format!("cannot use @torn/room.db: the database is damaged (file is not a database); {replace}"),
        ),
    ];
    let before = place.files();
    for command in [
        "serve --listen 127.0.0.1:0 --keys @keys",
        "verify --checkpoints @keys/checkpoints",
        "export --format phh",
        "backup --to @new --keys @keys",
        "upgrade --keys @keys",
        "audit events",
        "keys split --first @one --second @two --keys @keys",
    ] {
        for (data, said) in &cases {
            let command = format!("{command} --data @{data}");
            let words = refused(&place, &command, &place.run(&command));
            assert_eq!(words, format!("error: {said}"), "{command}");
        }
    }
    assert_eq!(place.files(), before, "nothing was made, changed or lost");
    // What is advised is what helps.
    fs::rename(place.at("copied/room.db"), place.at("taken-out")).expect("moved");
    for command in [
        "restore @taken-out --data @copied --keys @keys --replace",
        "restore @backup --data @cut --keys @keys --replace",
    ] {
        let output = place.run(command);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    // So is a backup that is cut short itself.
    fs::write(place.at("half"), &fs::read(place.at("backup")).expect("a backup")[..page]).expect("written");
    let command = "restore @half --data @new --keys @keys";
    let words = refused(&place, command, &place.run(command));
    assert!(words.starts_with(&format!("error: @half is cut short: it has {page} bytes, and by")), "{words}");
    assert!(words.ends_with("; restore from another backup"), "{words}");
}

/// Commands, each with the message that refuses it.
const REFUSED: &[(&str, &str)] = &[
    // The file of a new backup.
    ("backup --data @data --to @text", "@text is there already: name a file that is not"),
    ("backup --data @data --to @backup", "@backup is there already: name a file that is not"),
    ("backup --data @data --to @empty", "@empty is a folder: name a file in it"),
    (
        "backup --data @data --to @missing/new",
        "there is no folder @missing: make it, or name a file in another",
    ),
    ("backup --data @data --to @text/new", "cannot look at @text/new: Not a directory"),
    (
        "backup --data @data --to @data/new --keys @keys",
        "@data/new would lie in @data, with the data that it is a backup of: name a file elsewhere",
    ),
    (
        "backup --data @data --to @keys/new --keys @keys",
        "@keys/new would lie in @keys, with the keys of the room, and a backup is kept apart from them",
    ),
    // The backup to restore, and the folder it goes to.
    ("restore @missing --data @new", "there is no file @missing: name the one that `cardroom backup` made"),
    ("restore @empty --data @new", "@empty is a folder: name the file that `cardroom backup` made"),
    ("restore @data --data @new", "@data is a folder: name the file that `cardroom backup` made"),
    ("restore @nothing --data @new", "@nothing is not a backup that `cardroom backup` made: it is empty"),
    ("restore @text --data @new", "@text is not a backup that `cardroom backup` made: it is not a database"),
    (
        "restore @keys/checkpoints --data @new",
        "@keys/checkpoints is not a backup that `cardroom backup` made: it is",
    ),
    (
        "restore @data/room.db --data @new",
        "@data/room.db is not a backup that `cardroom backup` made: it is the database of a room, of which `cardroom backup` makes one",
    ),
    ("restore @backup --data @text", "@text is not a folder: name one for a room's data"),
    (
        "restore @backup --data @data",
        "there is a room's data in @data: name another folder, or say --replace to put the backup in its place",
    ),
    (
        "restore @backup --data @garbage",
        "there is a room's data in @garbage: name another folder, or say --replace",
    ),
    // The keys, when nothing else is wrong.
    (
        "backup --data @data --to @new --keys @empty",
        "the keys of the room are not in @empty: bring them there, or name the folder that has them with --keys",
    ),
    ("backup --data @data --to @new", "the keys of the room are not in @home/config/cardroom/rooms/data-"),
    ("upgrade --data @data --keys @missing", "the keys of the room are not in @missing: bring them there"),
    (
        "restore @backup --data @new --keys @text",
        "@text is not a folder: name the one of the room's keys with --keys",
    ),
    ("restore @backup --data @new --keys @empty", "the keys of the room are not in @empty: bring them there"),
    (
        "restore @backup --data @new --keys @half",
        "@half/signing.key is missing: bring it back, or name the folder",
    ),
    (
        "verify --data @data --public-key @text",
        "@text: a public key has 64 hexadecimal digits and is a point of the curve",
    ),
    ("verify --data @data --public-key @missing", "cannot read @missing: No such file or directory"),
    (
        "verify --data @data --checkpoints @empty/checkpoints",
        "cannot read @empty/checkpoints: No such file or directory (os error 2); --checkpoints names the file checkpoints in the folder of the room's keys",
    ),
    (
        "verify --data @data --checkpoints @missing --public-key @keys/signing.pub",
        "cannot read @missing: No such file or directory",
    ),
    // A time range with nothing in it, and a person who does not exist.
    (
        "export --data @data --format phh --from 2026-11-28 --to 2026-11-28",
        "--from 2026-11-28 --to 2026-11-28: nothing lies between",
    ),
    (
        "audit events --data @data --from 2026-11-28 --to 2026-11-27",
        "--from 2026-11-28 --to 2026-11-27: nothing lies between",
    ),
    ("audit events --data @data --person 99", "--person 99: there is no person 99 in these records"),
    // `serve` creates its folder if there is none; nothing else passes for one.
    ("serve --verify --listen 127.0.0.1:0 --data @text", "@text is not a folder: name one for a room's data"),
    ("serve --listen 127.0.0.1:0 --data @text/data", "cannot look at @text/data: Not a directory"),
    (
        "serve --verify --listen 127.0.0.1:0 --data @garbage",
        "@garbage/room.db is not a database: it was damaged or replaced; `cardroom restore --replace` puts a backup in its place",
    ),
    (
        "serve --verify --listen 127.0.0.1:0 --data @data --keys @empty",
        "@empty/room.key is missing: the data in @data belongs to a room whose keys were made before",
    ),
    ("serve --listen 127.0.0.1:0 --data @new --keys @text", "@text is not a folder"),
    // A room that is not open.
    (
        "load --url http://127.0.0.1:1 --tables 1",
        "no room can be reached at http://127.0.0.1:1: Connection refused (os error 111); see that `cardroom serve` has the room open there, or name another address with --url",
    ),
];

#[test]
fn each_wrong_argument_is_answered_by_what_is_wrong_with_it() {
    let place = Place::new("arguments");
    fs::create_dir(place.at("half")).expect("a folder");
    fs::copy(place.at("keys/room.key"), place.at("half/room.key")).expect("copied");
    let before = place.files();
    for (command, said) in REFUSED {
        let words = refused(&place, command, &place.run(command));
        assert!(words.starts_with(&format!("error: {said}")), "{command}: {words}");
    }
    assert_eq!(place.files(), before, "nothing was made, changed or lost");
}

/// A table that was never opened is not the same as a table without hands.
#[test]
fn hands_of_a_table_that_is_not_there_are_not_written_as_none() {
    let place = Place::new("tables");
    let command = "export --data @data --format phh --table 99";
    let words = refused(&place, command, &place.run(command));
    assert_eq!(words, "error: --table 99: there is no table 99: none was ever opened here");
    assert_eq!(place.run("export --data @data --format phh").status.code(), Some(0));
    assert_eq!(place.run("audit events --data @data --person 0").status.code(), Some(0), "the house");
}

/// A link that the room would not open is refused by every command.
#[test]
fn a_database_that_is_a_link_is_refused_by_every_command() {
    let place = Place::new("links");
    fs::create_dir(place.at("linked")).expect("a folder");
    std::os::unix::fs::symlink(place.at("data/room.db"), place.at("linked/room.db")).expect("a link");
    for command in [
        "serve --listen 127.0.0.1:0 --data @linked --keys @keys",
        "verify --data @linked --checkpoints @keys/checkpoints",
        "backup --data @linked --keys @keys --to @new",
        "export --data @linked --format phh",
    ] {
        let words = refused(&place, command, &place.run(command));
        let said =
            "error: cannot use @linked/room.db: it is a symbolic link, and the room follows none there: ";
        assert!(words.starts_with(said), "{command}: {words}");
    }
}

/// Whatever is in the place of the lock file is named, with what to do.
#[test]
fn what_is_in_the_place_of_the_lock_is_named() {
    let place = Place::new("lock");
    let lock = place.at("data/room.lock");
    fs::remove_file(&lock).expect("removed");
    fs::create_dir(&lock).expect("a folder");
    let command = "serve --listen 127.0.0.1:0 --data @data --keys @keys";
    let words = refused(&place, command, &place.run(command));
    assert!(words.starts_with("error: cannot open @data/room.lock for writing: Is a directory"), "{words}");
    assert!(words.ends_with("remove what is there, and the next start makes it anew"), "{words}");
}

/// If the port is in use, nothing is created that the next try would take for an older room.
#[test]
fn a_port_that_is_in_use_leaves_neither_keys_nor_data_behind() {
    let place = Place::new("port");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address");
    let command = format!("serve --listen {address} --data @fresh --keys @fresh-keys");
    let words = refused(&place, &command, &place.run(&command));
    assert!(words.starts_with(&format!("error: cannot listen on {address}: ")), "{words}");
    assert!(!place.at("fresh").exists() && !place.at("fresh-keys").exists());
}

/// Damage is reported as damage, without the SQL statement that met it.
#[test]
fn a_damaged_backup_is_told_in_words() {
    let place = Place::new("damaged-backup");
    let whole = fs::read(place.at("backup")).expect("a database");
    let page = usize::from(u16::from_be_bytes([whole[16], whole[17]]));
    for (name, from, to) in [("first", 100, page), ("second", page, 2 * page), ("rest", page, whole.len())] {
        let mut bytes = whole.clone();
        bytes[from..to].fill(0xff);
        fs::write(place.at(name), bytes).expect("written");
        let command = format!("restore @{name} --data @new --keys @keys");
        let output = place.run(&command);
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.code().is_some_and(|code| code == 1 || code == 2), "{name}: {said}");
        assert!(said.contains("damaged") || said.contains("differs"), "{name}: {said}");
        assert!(!said.contains("SELECT") && !said.contains("sqlite_"), "{name}: {said}");
        assert!(!place.at("new").exists(), "{name}");
    }
}

/// A pipe is refused at once, without waiting for somebody to write into it.
#[test]
fn a_pipe_is_refused_where_a_file_is_to_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new("pipes");
    fs::create_dir(place.at("piped")).expect("a folder");
    fs::copy(place.at("keys/signing.key"), place.at("piped/signing.key")).expect("copied");
    for name in ["pipe", "piped/room.key"] {
        let made = Command::new("mkfifo").arg(place.at(name)).status().expect("mkfifo runs");
        assert!(made.success());
        fs::set_permissions(place.at(name), fs::Permissions::from_mode(0o600)).expect("set");
    }
    for (command, file) in [
        ("verify --data @data --public-key @pipe", "@pipe"),
        ("verify --data @data --checkpoints @pipe --public-key @keys/signing.pub", "@pipe"),
        ("serve --listen 127.0.0.1:0 --data @data --keys @keys --config @pipe", "@pipe"),
        ("serve --listen 127.0.0.1:0 --data @data --keys @piped", "@piped/room.key"),
        ("backup --data @data --to @new --keys @piped", "@piped/room.key"),
    ] {
        let words = refused(&place, command, &place.run(command));
        let said = format!(
            "error: cannot read {file}: it is a pipe or a device, and only a file is read: save what it gives to one, and name that"
        );
        assert!(words.starts_with(&said), "{command}: {words}");
    }
}

/// Anybody checking the room with another key would find nothing signed.
#[test]
fn a_room_is_not_opened_beside_the_public_half_of_another_key() {
    let place = Place::new("public");
    let other = Keys::new([1; 32], [2; 32]).public_key_text();
    fs::write(place.at("keys/signing.pub"), format!("{other}\n")).expect("written");
    let command = "serve --listen 127.0.0.1:0 --data @data --keys @keys";
    let words = refused(&place, command, &place.run(command));
    let said = "error: @keys/signing.pub is not the public half of the key that signs: ";
    assert!(words.starts_with(said) && words.contains("move it away"), "{words}");
}

/// A public half written from another room's key would be useless for checking this one.
#[test]
fn no_public_half_is_written_from_a_key_that_is_not_the_rooms() {
    let place = Place::new("foreign-key");
    let (key, public) = (place.at("keys/signing.key"), place.at("keys/signing.pub"));
    fs::write(&key, format!("{}\n", "02".repeat(32))).expect("written");
    let _ = fs::remove_file(&public);
    let command = "serve --listen 127.0.0.1:0 --data @data --keys @keys";
    let words = refused(&place, command, &place.run(command));
    assert!(words.contains("bring back the keys of its first start"), "{words}");
    assert!(!public.exists(), "the right one can still be brought back");
}

/// `verify` returns 1 if the data can be opened but differs, however badly: 2 would mean a wrong path.
#[test]
fn data_that_can_be_opened_and_not_be_read_differs() {
    let place = Place::new("damaged");
    let path = place.at("data/room.db");
    let mut bytes = fs::read(&path).expect("a database");
    // The header has the page size; the first page holds the names of the tables.
    let page = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    bytes[page..].fill(0xff);
    fs::write(&path, &bytes).expect("written");
    let output = place.run("verify --data @data --checkpoints @keys/checkpoints");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("DIFFERS  replay: "), "{said}");
}

/// The same backup is restored when everything is right, so nothing above is refused for another reason.
#[test]
fn what_is_right_is_carried_out() {
    let place = Place::new("right");
    for command in [
        "backup --data @data --keys @keys --to @new",
        "restore @new --data @second --keys @keys --replace",
        "restore @new --data @garbage --keys @keys --replace",
        "restore @new --data @hollow --keys @keys --replace",
        "upgrade --data @data --keys @keys",
    ] {
        let output = place.run(command);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{command}: {said}");
    }
}

/// Folders and files that somebody else has closed.
#[test]
fn what_may_not_be_read_or_written_is_said_so() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;
    let place = Place::new("rights");
    fs::create_dir(place.at("locked")).expect("a folder");
    for (folder, file) in [("locked", "room.db"), ("locked", "backup")] {
        fs::write(place.at(folder).join(file), "SQLite format 3\0").expect("written");
    }
    fs::copy(place.at("backup"), place.at("unreadable")).expect("copied");
    for name in ["", "home", "empty"] {
        fs::set_permissions(place.at(name), fs::Permissions::from_mode(0o755)).expect("set");
    }
    for name in ["locked", "unreadable"] {
        fs::set_permissions(place.at(name), fs::Permissions::from_mode(0o000)).expect("set");
    }
    // Nothing is closed to the administrator of the machine: then another user runs the command.
    let privileged = fs::read_dir(place.at("locked")).is_ok();
    let program = place.at("cardroom");
    if privileged {
        fs::copy(env!("CARGO_BIN_EXE_cardroom"), &program).expect("copied");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("set");
        let open = |name: &str, mode| fs::set_permissions(place.at(name), fs::Permissions::from_mode(mode));
        open("backup", 0o644).expect("set");
        open("empty", 0o555).expect("set");
    } else {
        fs::set_permissions(place.at("empty"), fs::Permissions::from_mode(0o555)).expect("set");
    }
    for (command, said) in [
        ("backup --data @locked --to @new", "cannot look at @locked/room.db: Permission denied"),
        ("upgrade --data @locked", "cannot look at @locked/room.db: Permission denied"),
        ("verify --data @locked", "cannot look at @locked/room.db: Permission denied"),
        ("restore @locked/backup --data @new", "cannot look at @locked/backup: Permission denied"),
        ("restore @unreadable --data @new", "cannot read @unreadable: Permission denied"),
        ("restore @backup --data @locked", "cannot look at @locked/room.db: Permission denied"),
        ("restore @backup --data @new --keys @locked", "cannot look for @locked/room.key: Permission denied"),
        (
            "serve --verify --listen 127.0.0.1:0 --data @locked",
            "cannot look at @locked/room.db: Permission denied",
        ),
        ("serve --listen 127.0.0.1:0 --data @empty/data", "cannot make @empty/data: Permission denied"),
    ] {
        let mut asked = place.program(command);
        if privileged {
            let mut other = Command::new(&program);
            other
                .args(asked.get_args())
                .envs(asked.get_envs().filter_map(|(name, value)| Some((name, value?))));
            other.uid(NOBODY).gid(NOBODY);
            asked = other;
        }
        let words = refused(&place, command, &asked.output().expect("the program runs"));
        assert!(words.starts_with(&format!("error: {said}")), "{command}: {words}");
    }
    fs::set_permissions(place.at("locked"), fs::Permissions::from_mode(0o755)).expect("set");
}
