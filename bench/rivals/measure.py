#!/usr/bin/env python3
# Part of the harness that the figures of this project were first made with, kept as it was (Biome does not look here); see bench/README.md.
"""Runs one crawler command against the served 'fast' site and measures it from outside.
usage: measure.py --name NAME [--cpus 1] [--timeout 900] [--site DIR] [--results FILE] [--keep] -- COMMAND...
The command sees OUT (an empty folder for bodies), SEEDS (file) and SITE. Every count of pages is taken from the
server's access log, so it is the same measure for every crawler. One JSON line is appended to the results file."""
import argparse, json, os, resource, shutil, signal, subprocess, sys, time
ap = argparse.ArgumentParser(); ap.add_argument('--name', required=True); ap.add_argument('--cpus', default='1'); ap.add_argument('--timeout', type=float, default=900)
ap.add_argument('--site', default='.bench/site/fast'); ap.add_argument('--results', default='.bench/results.jsonl'); ap.add_argument('--keep', action='store_true'); ap.add_argument('--note', default=''); ap.add_argument('cmd', nargs=argparse.REMAINDER)
a = ap.parse_args(); cmd = a.cmd[1:] if a.cmd and a.cmd[0] == '--' else a.cmd
cmd = [os.path.abspath(c) if os.path.sep in c and os.path.exists(c) else c for c in cmd]  # the command runs in OUT
here = os.path.dirname(os.path.abspath(__file__)); HZ = os.sysconf('SC_CLK_TCK'); PG = os.sysconf('SC_PAGE_SIZE')
out = os.path.abspath(f'.bench/out/{a.name}'); shutil.rmtree(out, ignore_errors=True); os.makedirs(out)
a.site = os.path.abspath(a.site); a.results = os.path.abspath(a.results)
subprocess.run([here + '/serve.sh', 'rotate', 'x', 'x', a.site], check=True)
def stat(pid):
    try:
        s = open(f'/proc/{pid}/stat').read(); f = s[s.rindex(')') + 2:].split(); return int(f[1]), int(f[11]) + int(f[12]), int(f[21]) * PG, int(f[17])  # ppid, cpu ticks, rss, threads
    except (OSError, ValueError): return None
def tree(root):
    par = {}
    for p in os.listdir('/proc'):
        if p.isdigit():
            s = stat(p)
            if s: par.setdefault(s[0], []).append((int(p), s))
    r = []; st = [root]
    while st:
        p = st.pop(); st += [c for c, _ in par.get(p, [])]; r += par.get(p, [])
    s = stat(root); return ([(root, s)] if s else []) + r
nginx = int(open(a.site + '/nginx.pid').read())
def ngx(): return sum(s[1] for p, s in tree(nginx)) / HZ
def busy():
    f = open('/proc/stat').readline().split()[1:]; f = list(map(int, f)); return (sum(f[:3]) + f[5] + f[6]) / HZ  # user nice system irq softirq
env = dict(os.environ, OUT=out, SEEDS=a.site + '/seeds.txt', SITE=a.site)
def calib():  # a fixed piece of CPU work on the crawler's core, to see how fast this (shared) machine is right now
    c = subprocess.run(['taskset', '-c', a.cpus.split(',')[-1], sys.executable, '-c', 'import time\nt=time.process_time()\nx=0\nfor i in range(3000000): x=(x*31+i)&0xffffffff\nprint(time.process_time()-t)'], capture_output=True, text=True); return round(float(c.stdout) * 1000)
def steal(): return int(open('/proc/stat').readline().split()[8]) / HZ
cal = calib(); st0 = steal()
n0, b0, r0, t0 = ngx(), busy(), resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
me0 = sum(os.times()[:2])
p = subprocess.Popen(['nice', '-n', '-10', 'taskset', '-c', a.cpus] + cmd, env=env, cwd=out, stdout=open(out + '.log', 'wb'), stderr=subprocess.STDOUT, start_new_session=True)
for q in [p.pid] + [x for x, _ in tree(nginx)]:  # other jobs share this machine: raise our scheduling group (nice alone does nothing across autogroups)
    try: open(f'/proc/{q}/autogroup', 'w').write('-15')
    except OSError: pass
peak = 0; threads = 0; timed_out = False
while True:
    try: p.wait(0.15); break
    except subprocess.TimeoutExpired: pass
    t = tree(p.pid); peak = max(peak, sum(s[2] for _, s in t)); threads = max(threads, sum(s[3] for _, s in t))
    if time.time() - t0 > a.timeout and not timed_out: timed_out = True; os.killpg(p.pid, signal.SIGTERM)
    if time.time() - t0 > a.timeout + 10: os.killpg(p.pid, signal.SIGKILL)
wall = time.time() - t0; r1 = resource.getrusage(resource.RUSAGE_CHILDREN); n1, b1 = ngx(), busy()
cpu_u, cpu_s = r1.ru_utime - r0.ru_utime, r1.ru_stime - r0.ru_stime
time.sleep(1.2); want = {}
for l in open(a.site + '/manifest.jsonl'): r = json.loads(l); want[r['url']] = r
seen = {}; other = 0; reqs = 0; first = last = None; sent = 0; gz = 0; times = []
for l in open(a.site + '/access.log'):
    f = l.split(' ', 4); ms = float(f[0]); reqs += 1; first = ms if first is None else min(first, ms); last = ms if last is None else max(last, ms); sent += int(f[2])
    if f[1] == '200' and f[3] in want: seen[f[3]] = seen.get(f[3], 0) + 1; times.append(ms)
    else: other += 1
    if 'gzip' in f[4]: gz += 1
files = nbytes = 0
for d, _, fs in os.walk(out):
    for f in fs: files += 1; nbytes += os.path.getsize(os.path.join(d, f))
n = len(seen); active = (last - first) if first else 0; times.sort(); mid = (0.8 * len(times) / (times[int(len(times) * .9)] - times[int(len(times) * .1)])) if len(times) > 100 else 0
res = dict(name=a.name, cpus=a.cpus, pages=n, total=len(want), recall=round(n / len(want), 5), wall=round(wall, 2), pps=round(n / wall, 1), active=round(active, 2), pps_active=round(n / active, 1) if active else 0, pps_mid80=round(mid, 1),
  cpu_user=round(cpu_u, 2), cpu_sys=round(cpu_s, 2), cpu_s_per_1000=round((cpu_u + cpu_s) / max(n, 1) * 1000, 3), peak_rss_mb=round(peak / 1e6), threads=threads, dup_fetches=sum(seen.values()) - n, other_requests=other, requests=reqs, gzip_share=round(gz / max(reqs, 1), 2), mb_sent=round(sent / 1e6), nginx_cpu=round(n1 - n0, 2),
  calib_ms=cal, steal=round(steal() - st0, 2), foreign_cpu=round(max(0, (b1 - b0) - (cpu_u + cpu_s) - (n1 - n0)), 2), files=files, mb_written=round(nbytes / 1e6), rc=p.returncode, timed_out=timed_out, note=a.note, at=time.strftime('%H:%M:%S'))
open(a.results, 'a').write(json.dumps(res) + '\n'); print(json.dumps(res))
if p.returncode: print(f'{a.name} ended with {p.returncode}; its output ends:\n' + open(out + '.log', errors='replace').read()[-2000:], file=sys.stderr)
if not a.keep: shutil.rmtree(out, ignore_errors=True)
