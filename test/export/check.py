"""Opens exports with the tools that people open them with: DuckDB for csv and parquet, `wacz validate`, `warcio check`, zipfile.

python3 test/export/check.py FOLDER: it has expected.json (`pages`, `responses`, `fields`: column → type) and the files pages.csv, pages.parquet, pages.jsonl, all.wacz, all.warc.gz.
Prints one line a fault; ends with 1 on any.
"""

import gzip
import hashlib
import json
import os
import subprocess
import sys
import zipfile

import duckdb

FOLDER = sys.argv[1]
BIN = os.path.dirname(sys.executable)
faults = []


def path(name):
    return os.path.join(FOLDER, name)


def expect(what, found, expected):
    if found != expected:
        faults.append(f"{what}: found {found!r}, expected {expected!r}")


def tool(name, *args):
    end = subprocess.run([os.path.join(BIN, name), *args], capture_output=True, text=True)
    if end.returncode != 0:
        faults.append(f"{name} {args[0]}: {(end.stdout + end.stderr)[-500:]}")


with open(path("expected.json")) as file:
    expected = json.load(file)

TYPES = {
    "url": "VARCHAR",
    "status": "BIGINT",
    "title": "VARCHAR",
    "bytes": "BIGINT",
    "rank": "BIGINT",
    "fetchedAt": "TIMESTAMP WITH TIME ZONE",
    "noindex": "BOOLEAN",
    "warcOffset": "BIGINT",
    **expected["fields"],
}
with open(path("pages.jsonl")) as file:
    lines = [json.loads(line) for line in file]
expect("pages.jsonl rows", len(lines), expected["pages"])
rows = {}
for name in ["pages.parquet", "pages.csv"]:
    table = duckdb.sql(f"select * from '{path(name)}'")
    types = dict(zip(table.columns, [str(kind) for kind in table.types]))
    for column, kind in TYPES.items():
        if name.endswith(".parquet") or column not in expected["fields"]:
            expect(f"{name} column {column}", types.get(column), kind)
    [(count, pages, size)] = duckdb.sql(f"select count(*), count(distinct url), sum(bytes) from '{path(name)}'").fetchall()
    expect(f"{name} rows", count, expected["pages"])
    expect(f"{name} addresses", pages, expected["pages"])
    expect(f"{name} bytes", int(size), sum(line["bytes"] for line in lines))
    rows[name] = duckdb.sql(f"select url, status, bytes, level, rank, epoch_ms(fetchedAt), digest, noindex, warcFile from '{path(name)}' order by url").fetchall()
expect("csv and parquet have the same rows", rows["pages.csv"] == rows["pages.parquet"], True)

titles = dict(duckdb.sql(f"select url, title from '{path('pages.parquet')}'").fetchall())
expect("titles of parquet are those of jsonl", titles, {line["url"]: line["title"] for line in lines})
for column, kind in expected["fields"].items():
    values = dict(duckdb.sql(f"select url, {column} from '{path('pages.parquet')}'").fetchall())
    told = {line["url"]: (line["record"] or {}).get(column) for line in lines}
    as_text = lambda value: json.dumps(value, separators=(",", ":")) if isinstance(value, (list, dict)) else value
    expect(f"field {column}", values, {url: as_text(value) for url, value in told.items()})

tool("wacz", "validate", "-f", path("all.wacz"))
tool("warcio", "check", path("all.warc.gz"))
with zipfile.ZipFile(path("all.wacz")) as package:
    expect("damaged entry", package.testzip(), None)
    expect("entries stored", {entry.compress_type for entry in package.infolist()}, {zipfile.ZIP_STORED})
    pages = package.read("pages/pages.jsonl").decode().splitlines()
    expect("pages.jsonl header", json.loads(pages[0]).get("format"), "json-pages-1.0")
    expect("pages of the package", len(pages) - 1, expected["pages"])
    packed = package.read("indexes/index.cdx.gz")
    index = gzip.decompress(packed).splitlines()
    expect("index lines", len(index), expected["responses"])
    expect("index sorted", index, sorted(index))
    for line in package.read("indexes/index.idx").decode().splitlines()[1:]:
        block = json.loads(line[line.index("{") :])
        part = packed[block["offset"] : block["offset"] + block["length"]]
        expect("block digest", "sha256:" + hashlib.sha256(part).hexdigest(), block["digest"])
        first = gzip.decompress(part).splitlines()[0].decode()
        expect("block prefix", first.startswith(line[: line.index("{")]), True)
    for line in index:
        place = json.loads(line[line.index(b"{") :])
        archive = package.read("archive/" + place["filename"])
        record = gzip.decompress(archive[int(place["offset"]) : int(place["offset"]) + int(place["length"])])
        expect("record of " + place["url"], f"WARC-Target-URI: {place['url']}\r\n".encode() in record, True)

for fault in faults:
    print(fault)
sys.exit(1 if faults else 0)
