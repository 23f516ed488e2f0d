/* One row a format, in the order in which equal bids are decided. */
ROW(fio_json)
ROW(fio_text)
ROW(fio_terse)
ROW(fio_log)
ROW(csv_table)
ROW(markdown_table)
ROW(claims_in_prose)
