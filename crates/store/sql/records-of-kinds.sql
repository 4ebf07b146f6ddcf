SELECT record.sequence, record.stream, record.number, record.fence, record.at, record.person, record.role,
    record.device, record.key, record.kind, record.start, record.body, record.hash, before.hash
FROM records AS record LEFT JOIN records AS before ON before.sequence = record.sequence - 1
WHERE record.sequence < ?1 AND record.sequence >= ?2 AND record.kind IN (SELECT value FROM json_each(?3))
ORDER BY record.sequence DESC
LIMIT ?4
