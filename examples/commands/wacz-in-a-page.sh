#!/bin/sh
# A crawled site to click through in a browser, without a server of Surf: sh examples/commands/wacz-in-a-page.sh [URL] [FOLDER]
# Then serve the folder: python3 -m http.server --directory FOLDER. The browser loads replayweb.page from a CDN.
set -eu
url=${1:-http://127.0.0.2:8200/}
folder=${2:-replay}
player=https://cdn.jsdelivr.net/npm/replaywebpage@2.4.6

mkdir -p "$folder/replay"
# the demo sites are on this machine: for sites on the web leave out --allow-private-network
surf "$url" --allow-private-network --delay 0.1 -o "$folder/site.wacz" --force

# replayweb.page answers the archived requests in a service worker, which must come from the page's own host
echo "importScripts('$player/sw.js');" >"$folder/replay/sw.js"
cat >"$folder/index.html" <<HTML
<!doctype html>
<meta charset="utf-8">
<title>Replay of $url</title>
<style>html, body, replay-web-page { height: 100%; margin: 0; display: block }</style>
<script src="$player/ui.js"></script>
<replay-web-page source="site.wacz" url="$url" embed="full"></replay-web-page>
HTML
echo "$folder/index.html"
