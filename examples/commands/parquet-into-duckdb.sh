#!/bin/sh
# The pages of a site as rows of a table: sh examples/commands/parquet-into-duckdb.sh [URL]
# Needs surf, and DuckDB for Python: pip install duckdb
set -eu
url=${1:-http://127.0.0.2:8200/}

# the demo sites are on this machine: for sites on the web leave out --allow-private-network
surf "$url" --allow-private-network --delay 0.1 -o pages.parquet --force

python3 - <<'PYTHON'
import duckdb

pages = duckdb.read_parquet('pages.parquet')
print(duckdb.sql("""
    select regexp_extract(url, '//[^/]+/([^/]*)', 1) as section, count(*) as pages, sum(bytes) as bytes
    from pages group by all order by all
"""))
PYTHON
