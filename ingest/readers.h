/* One row a format, in the order in which equal bids are decided. */
ROW(fio_json)
ROW(csv_table)
ROW(markdown_table)
