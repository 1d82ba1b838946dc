#!/bin/bash
# Part of the harness that the figures of this project were first made with, kept as it was (Biome does not look here); see bench/README.md.
# Serves the 'fast' site with nginx on 127.0.1.1..H:8080.  usage: serve.sh start|stop|rotate [CPUS] [WORKERS] [SITE]
# CPUS: a taskset list, e.g. 0 or 0,1 (default 0). rotate: empties the access log (used by measure.py before each run).
set -e
SITE=$(realpath -m "${4:-.bench/site/fast}"); CPUS=${2:-0}; W=${3:-1}
case "$1" in
  start) [ -f $SITE/nginx.pid ] && kill -0 "$(cat $SITE/nginx.pid)" 2>/dev/null && "$0" stop x x "$SITE"
         sed "s/@WORKERS@/$W/" $SITE/nginx.conf > $SITE/nginx.run.conf
         chmod 755 "$(dirname "$(dirname "$SITE")")" "$(dirname "$SITE")" "$SITE"
         taskset -c "$CPUS" nginx -p "$SITE" -c "$SITE/nginx.run.conf"
         for i in $(seq 50); do curl -sf -o /dev/null "$(head -1 $SITE/seeds.txt)" && break; sleep 0.1; done; echo "nginx pid $(cat $SITE/nginx.pid), cpus $CPUS, workers $W" ;;
  stop)  kill -QUIT "$(cat $SITE/nginx.pid)"; for i in $(seq 50); do [ -f $SITE/nginx.pid ] || break; sleep 0.1; done ;;
  rotate) sleep 1.2; mv -f $SITE/access.log $SITE/access.prev.log 2>/dev/null || true; kill -USR1 "$(cat $SITE/nginx.pid)"; sleep 0.2 ;;
esac
