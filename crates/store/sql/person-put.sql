INSERT INTO people (person, login, name, password, salt, updated) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (person) DO UPDATE SET login = excluded.login, name = excluded.name, password = excluded.password,
    salt = excluded.salt, updated = excluded.updated
