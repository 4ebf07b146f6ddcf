-- What a room keeps. docs/formats/records.md says how the columns are bound together.

-- What the room is: written once, bound into the first record's hash.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What happened. Rows are added and never changed.
CREATE TABLE records (
    sequence INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    number INTEGER NOT NULL,
    fence INTEGER NOT NULL,
    at INTEGER NOT NULL,
    person INTEGER NOT NULL,
    role TEXT NOT NULL,
    device INTEGER NOT NULL,
    key BLOB,
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX records_of_stream ON records (stream, number);
CREATE UNIQUE INDEX records_by_key ON records (stream, person, key) WHERE key IS NOT NULL;
CREATE INDEX records_that_start ON records (stream, number) WHERE start = 1;

-- What moved by a record, in order.
CREATE TABLE postings (
    sequence INTEGER NOT NULL,
    place INTEGER NOT NULL,
    payer TEXT NOT NULL,
    payee TEXT NOT NULL,
    unit TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (sequence, place)
) STRICT, WITHOUT ROWID;
-- Not for stakes, bets and pots: they change with every act, and nobody asks for their statements in a hurry.
CREATE INDEX postings_of_payer ON postings (payer, sequence, place)
    WHERE payer NOT GLOB 'stake/*' AND payer NOT GLOB 'bet/*' AND payer NOT GLOB 'pot/*';
CREATE INDEX postings_of_payee ON postings (payee, sequence, place)
    WHERE payee NOT GLOB 'stake/*' AND payee NOT GLOB 'bet/*' AND payee NOT GLOB 'pot/*';

-- The sum of an account's postings. An account that holds nothing has no row.
CREATE TABLE balances (
    account TEXT NOT NULL,
    unit TEXT NOT NULL,
    balance INTEGER NOT NULL,
    PRIMARY KEY (account, unit)
) STRICT, WITHOUT ROWID;

-- The end of each stream.
CREATE TABLE streams (
    stream TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    hash BLOB NOT NULL,
    fence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Personal data. A record of the stream `people` holds the digest of each row.
CREATE TABLE people (
    person INTEGER PRIMARY KEY,
    login TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password TEXT NOT NULL,
    salt BLOB NOT NULL,
    updated INTEGER NOT NULL
) STRICT;
