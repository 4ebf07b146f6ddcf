-- The newest postings of a stake, a bet or a pot: for these there is no index.
SELECT line.sequence, record.stream, record.number, record.at, record.kind, line.other, line.unit, line.change
FROM (
    SELECT * FROM (
        SELECT sequence, place, payee AS other, unit, -amount AS change
        FROM postings WHERE payer = ?1 AND sequence < ?3 ORDER BY sequence DESC, place DESC LIMIT ?2
    )
    UNION ALL
    SELECT * FROM (
        SELECT sequence, place, payer AS other, unit, amount AS change
        FROM postings WHERE payee = ?1 AND sequence < ?3 ORDER BY sequence DESC, place DESC LIMIT ?2
    )
) AS line
JOIN records AS record ON record.sequence = line.sequence
ORDER BY line.sequence DESC, line.place DESC
LIMIT ?2
