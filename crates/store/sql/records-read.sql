SELECT record.sequence, record.stream, record.number, record.fence, record.at, record.person, record.role,
    record.device, record.key, record.kind, record.start, record.body, record.hash, before.hash
FROM records AS record
LEFT JOIN records AS before ON record.sequence <= ?4 AND before.sequence = record.sequence - 1
WHERE record.stream = ?1 AND record.number > ?2
ORDER BY record.number
LIMIT ?3
