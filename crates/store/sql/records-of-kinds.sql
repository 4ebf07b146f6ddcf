SELECT sequence, stream, number, fence, at, person, role, device, key, kind, start, body, hash, NULL
FROM records
WHERE sequence < ?1 AND sequence >= ?2 AND kind IN (SELECT value FROM json_each(?3))
ORDER BY sequence DESC
LIMIT ?4
