-- Every stream with its end as stated in the table and its last record, in the order of their first records.
SELECT stream.stream, stream.count, stream.hash, stream.fence, last.hash, last.fence
FROM streams AS stream
LEFT JOIN records AS last ON last.stream = stream.stream AND last.number = stream.count
LEFT JOIN records AS first ON first.stream = stream.stream AND first.number = 1
ORDER BY first.sequence
