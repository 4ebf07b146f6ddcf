SELECT sequence, stream, number, fence, at, person, role, device, key, kind, start, body, hash, NULL
FROM records
WHERE sequence > ?1
ORDER BY sequence
LIMIT ?2
