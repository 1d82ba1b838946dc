import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '#cli/wiring.ts';
import { readRecords, type WarcRecord } from '#core/archive/warc-reader.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { listTasks } from '#engine/list-tasks.ts';
import type { Attack, Scene, Servers } from '#test/attack/attack.ts';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { notFound, startHostileServer } from '#test/attack/hostile-server.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';
import { harmless } from '#test/attack/scenes/bombs.ts';
import { removeFolder, temporaryFolder, wordOf } from '#test/e2e/embedded-crawl.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/surf-process.ts';
import { startDnsServer } from '#test/http/dns-server.ts';
import { startRawServer } from '#test/http/raw-server.ts';

const PRELOAD = new URL('preload.ts', import.meta.url).href;
const USUAL = ['--delay', '0', '--attempts', '1', '--scope', 'any', '--parallelism', '1', '--timeout-seconds', '5'];
const DEFAULT_SECONDS = 60;
const ZONE = '.attack.test';
const MOST_TRIES = 3;
/** How the one problem begins that another try may not have. */
const GREW = 'memory grew by';

/**
 * Starts the servers, crawls, looks, and leaves nothing behind. Garbage that V8 has not collected yet is no growth, and when it does so depends on the
 * machine's load: a scene whose memory alone is too much is tried again in a fresh process, three times in all.
 * @param baseMb peak memory of a harmless page
 */
export async function runScene(scene: Scene, baseMb: number): Promise<AttackOutcome[]> {
  for (let left = MOST_TRIES; ; left -= 1) {
    const outcomes = await runOnce(scene, baseMb);
    const found = outcomes.flatMap(({ problems }) => problems);
    if (left === 1 || found.length === 0 || !found.every((problem) => problem.startsWith(GREW))) return outcomes;
  }
}

async function runOnce(scene: Scene, baseMb: number): Promise<AttackOutcome[]> {
  await scene.prepare?.();
  const byHost = new Map(scene.attacks.map((attack) => [attack.id, attack]));
  const inside = await startRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret'));
  const server = await startHostileServer((request, socket) => {
    const serve = byHost.get(request.host)?.serve;
    if (serve === undefined) notFound(socket);
    else serve(request, socket, servers);
  });
  const dns = await startDnsServer((name, earlier) => {
    const special = scene.names?.(name, earlier);
    if (special !== undefined) return special;
    return name.endsWith(ZONE) ? { addresses: ['127.0.0.1'], ttlSeconds: 60 } : null;
  });
  const { port } = server;
  const servers: Servers = { port, victim: inside.port, at: (name) => `http://${name}${ZONE}:${port}` };
  const data = temporaryFolder();
  try {
    const result = await crawl(scene, servers, { data, dns: dns.address });
    const whole = { ...result, requests: server.requests, reachedInside: inside.received, namesAsked: dns.asked };
    const outcomes: AttackOutcome[] = [];
    for (const attack of scene.attacks) outcomes.push(await judge(attack, { scene, result: whole, servers, baseMb }));
    return outcomes;
  } finally {
    await Promise.all([server.close(), inside.close(), dns.close()]);
    removeFolder(data);
  }
}

type OwnResult = Omit<SceneResult, 'requests' | 'reachedInside' | 'namesAsked'>;

async function crawl(scene: Scene, servers: Servers, at: { data: string; dns: string }): Promise<OwnResult> {
  const { data, dns } = at;
  const peak = join(data, 'peak.txt');
  const seeds = scene.attacks.flatMap((attack) => attack.seeds?.(servers) ?? [`${servers.at(attack.id)}/`]);
  const open = scene.privateNetwork === false ? [] : ['--allow-private-network'];
  const environment = { ATTACK_DNS: dns, NODE_OPTIONS: `--import=${PRELOAD}`, ...scene.environment?.(servers) };
  const folder = ['--data', join(data, 'surf')];
  const begun = performance.now();
  const child = new SurfProcess(['crawl', ...seeds, ...folder, ...open, ...USUAL, ...scene.args], {
    ...environment,
    ATTACK_PEAK: peak,
  });
  const timer = setTimeout(() => void child.kill(), (scene.mostSeconds ?? DEFAULT_SECONDS) * 1000);
  const end: ProcessEnd = await child.ended;
  clearTimeout(timer);
  const seconds = (performance.now() - begun) / 1000;
  const views = end.code === 0 ? await viewsOf(join(data, 'surf')) : [];
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
  const warcFiles = files.filter((name) => name.endsWith('.warc.gz')).map((name) => join(data, name));
  const surf = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await new SurfProcess([...args, ...folder], environment).ended;
    return stdout + stderr;
  };

  const verified = end.code === 0 ? await new SurfProcess(['verify', 'last', ...folder], environment).ended : null;
  return {
    ...end,
    outcomes: new Map(views.map((view) => [view.url, wordOf(view)])),
    views,
    records: warcFiles.flatMap((file): WarcRecord[] => [...readRecords(readFileSync(file))]),
    warcFiles,
    files,
    peakMb: end.code === 0 ? Number(readFileSync(peak, 'utf8')) : Number.NaN,
    seconds,
    unproven: verified === null || verified.code === 0 ? '' : verified.stdout + verified.stderr,
    surf,
  };
}

async function viewsOf(data: string): Promise<TaskView[]> {
  const surf = openEmbedded({ data });
  try {
    const { rows } = await surf.catalog.executions(1);
    const [row] = rows;
    if (row === undefined) return [];
    const views: TaskView[] = [];
    for await (const view of listTasks(surf, row.id)) views.push(view);
    return views;
  } finally {
    await surf.close();
  }
}

interface Judged {
  readonly scene: Scene;
  readonly result: SceneResult;
  readonly servers: Servers;
  readonly baseMb: number;
}

async function judge(attack: Attack, { scene, result, servers, baseMb }: Judged): Promise<AttackOutcome> {
  const problems: string[] = [];
  if (result.code !== 0) problems.push(`surf ended with ${result.code}: ${result.stderr.slice(-300)}`);
  if (result.unproven !== '') problems.push(`surf verify: ${result.unproven}`);
  if (result.reachedInside.length > 0) problems.push('a request reached the server inside');
  const words: string[] = [];
  for (const [url, expected] of Object.entries(attack.expect?.(servers) ?? {})) {
    const found = result.outcomes.get(url.startsWith('/') ? servers.at(attack.id) + url : url) ?? 'nothing';
    words.push(found);
    if (!expected.split('|').includes(found)) problems.push(`${url}: ${found}, not ${expected}`);
  }
  problems.push(...((await attack.look?.(result, servers)) ?? []));
  const growth = result.peakMb - baseMb;
  const { capMb, capTimes = 2 } = scene;
  if (capMb !== undefined && !(growth <= capTimes * capMb))
    problems.push(`${GREW} ${growth.toFixed(0)} MB, more than ${capTimes} × ${capMb} MB`);
  const seen = [...new Set(words)].join(', ') || (problems.length === 0 ? 'refused' : '');
  return { id: attack.id, seen, problems, peakMb: result.peakMb };
}

/** Peak memory of a harmless page: the highest of some runs. */
export async function baseOf(runs = 3): Promise<number> {
  let most = 0;
  for (let n = 0; n < runs; n++) {
    const [outcome] = await runScene(harmless, 0);
    most = Math.max(most, outcome?.peakMb ?? Number.NaN);
  }
  return most;
}
