INSERT INTO streams (stream, count, hash, fence) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (stream) DO UPDATE SET count = excluded.count, hash = excluded.hash, fence = excluded.fence
