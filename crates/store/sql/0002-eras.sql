-- The eras of a room: how its records are bound, and what it goes on from. Each row but the first of an upgraded room is
-- named by a signed checkpoint. docs/formats/records.md says how.
CREATE TABLE eras (
    era INTEGER PRIMARY KEY,
    reason TEXT NOT NULL,
    format INTEGER NOT NULL,
    at INTEGER NOT NULL,
    after INTEGER NOT NULL,
    before_count INTEGER NOT NULL,
    before_head BLOB NOT NULL
) STRICT;
