INSERT INTO balances (account, unit, balance) VALUES (?1, ?2, ?3)
ON CONFLICT (account, unit) DO UPDATE SET balance = excluded.balance
