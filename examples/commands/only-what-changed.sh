#!/bin/sh
# Crawls again, fetches only what may have changed, and lists what has: sh examples/commands/only-what-changed.sh [URL]
set -eu
url=${1:-http://127.0.0.2:8200/}
data=${SURF_DATA:-.surf-changes}

base=
if surf status last --data "$data" >/dev/null 2>&1; then base='--base last'; fi
# the demo sites are on this machine: for sites on the web leave out --allow-private-network
surf crawl "$url" --data "$data" --allow-private-network --delay 0.1 --quiet $base >/dev/null

if [ -n "$base" ]; then
  surf diff last --data "$data" # JSON lines: the counts first, then a line per change
else
  echo 'first crawl: the next one is compared with it'
fi
