INSERT INTO records (sequence, stream, number, fence, at, person, role, device, key, kind, start, body, hash)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
