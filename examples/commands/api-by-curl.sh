#!/bin/sh
# A crawl that a server runs, by HTTP alone: sh examples/commands/api-by-curl.sh [SERVER] [URL]
# `surf serve` starts a server on this machine; at a deployment, export SURF_KEY. Needs curl and python3.
set -eu
api=${1:-http://127.0.0.1:8000}
api=${api%/}/v1
url=${2:-http://127.0.0.2:8200/}

ask() { curl --fail-with-body --silent --show-error --header "x-api-key: ${SURF_KEY:-none}" --json "$@"; }
get() { curl --fail-with-body --silent --show-error --header "x-api-key: ${SURF_KEY:-none}" "$@"; }
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

workflow=$(ask "{\"name\": \"by-curl\", \"seeds\": [\"$url\"], \"limits\": {\"pages\": 10}, \"politeness\": {\"delaySeconds\": 0.1}}" \
  "$api/workflows" | field id)
# the demo sites are on this machine: for sites on the web {} is enough
execution=$(ask '{"settings": {"allowPrivateNetwork": true}}' "$api/workflows/$workflow/executions" | field execution)

while :; do
  status=$(get "$api/executions/$execution" | field status)
  case $status in queued | running | waiting) sleep 1 ;; *) break ;; esac
done
echo "$status"
get --location "$api/executions/$execution/exports/jsonl"
