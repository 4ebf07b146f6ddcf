-- The sum of the postings of each account.
SELECT account, unit, sum(change)
FROM (
    SELECT payer AS account, unit, -amount AS change FROM postings
    UNION ALL
    SELECT payee, unit, amount FROM postings
)
GROUP BY account, unit
