import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecords, type WarcRecord } from '#core/archive/warc/warc-reader.ts';
import type { Attack, Scene, Servers } from '#test/attack/attack.ts';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { startHostileWeb } from '#test/attack/hostile/hostile-web.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';
import { harmless } from '#test/attack/scenes/content/bombs.ts';
import type { AttackedDeployment } from '#test/attack/targets/attacked-deployment.ts';
import { type AttackedSurf, type AttackPlace, attackedSurf } from '#test/attack/targets/attacked-surf.ts';
import { removeFolder, temporaryFolder, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';

const USUAL = ['--delay', '0', '--attempts', '1', '--scope', 'any', '--parallelism', '1', '--timeout-seconds', '5'];
const DEFAULT_SECONDS = 60;
/**
 * The emulator starts a process for each function, beside the other scenes; what a crawl does in
 * time is judged by its servers.
 */
const DEPLOYED_PATIENCE = 8;
const MOST_TRIES = 3;
/** How the problems begin that another try may not have. */
const GREW = 'memory grew by';
const STALLED = 'an event loop stood still for';

export interface RunOptions {
  readonly place: AttackPlace;
  /** Peak memory of a harmless site of as many pages there. */
  readonly baseMb: number;
  /** For the place `deployed`. */
  readonly deployment?: AttackedDeployment;
}

/** Those that can be tried there. */
const attacksAt = (place: AttackPlace, { attacks }: Scene): Attack[] =>
  attacks.filter(({ notDeployed }) => place !== 'deployed' || notDeployed === undefined);

/**
 * Starts the servers, crawls, looks, and leaves nothing behind. Garbage that V8 has not collected
 * yet is not growth, and when it does so depends on the machine's load: a scene whose memory alone
 * is too much is tried again in a fresh process, three times in all.
 */
export async function runScene(scene: Scene, options: RunOptions): Promise<AttackOutcome[]> {
  for (let left = MOST_TRIES; ; left -= 1) {
    const outcomes = await runOnce(scene, options);
    const found = outcomes.flatMap(({ problems }) => problems);
    if (left === 1 || found.length === 0 || !found.every(isOfTheMoment)) return outcomes;
  }
}

const isOfTheMoment = (problem: string): boolean => problem.startsWith(GREW) || problem.startsWith(STALLED);

async function runOnce(scene: Scene, { place, baseMb, deployment }: RunOptions): Promise<AttackOutcome[]> {
  await scene.prepare?.();
  const folder = temporaryFolder();
  const web = await startHostileWeb(scene, folder, deployment);
  const { servers, environment, seen } = web;
  const mostSeconds = (scene.mostSeconds ?? DEFAULT_SECONDS) * (place === 'deployed' ? DEPLOYED_PATIENCE : 1);
  const surf = await attackedSurf(place, { folder, environment, mostSeconds }, deployment);
  try {
    const result = { ...(await crawl(scene, { servers, surf, folder })), ...seen };
    const outcomes: AttackOutcome[] = [];
    for (const attack of attacksAt(place, scene))
      outcomes.push(await judge(attack, { scene, result, servers, baseMb, place }));
    return outcomes;
  } finally {
    await surf.end();
    await web.close();
    removeFolder(folder);
  }
}

type OwnResult = Omit<SceneResult, 'requests' | 'reachedInside' | 'namesAsked'>;

interface Crawled {
  readonly servers: Servers;
  readonly surf: AttackedSurf;
  readonly folder: string;
}

async function crawl(scene: Scene, { servers, surf, folder }: Crawled): Promise<OwnResult> {
  const seeds = attacksAt(surf.place, scene).flatMap(
    (attack) => attack.seeds?.(servers) ?? [`${servers.at(attack.id)}/`],
  );
  const open = scene.allowPrivateNetwork === false ? [] : ['--allow-private-network'];
  const proxy = servers.proxy === null ? [] : ['--proxy', servers.proxy];
  const begun = performance.now();
  const end = await surf.crawl(['crawl', ...seeds, ...open, ...proxy, ...USUAL, ...scene.args]);
  const seconds = (performance.now() - begun) / 1000;
  const [peakMb, stalledMs] = [surf.peakMb(), surf.stalledMs()];
  // A crawl in which every seed, or the proxy, is refused has ended as it must, too.
  const hasEnded = end.code === 0 || /: failed \((?:no-seed|proxy-unreachable)\) after/.test(end.stdout);
  const views = hasEnded ? await surf.views() : [];
  const unproven = hasEnded ? await surf.verify() : '';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^(?:peak\.txt.*|authority\.pem)$/.test(name),
  );
  const warcFiles = files.filter((name) => name.endsWith('.warc.gz')).map((name) => join(folder, name));
  return {
    ...end,
    code: hasEnded ? 0 : end.code,
    outcomes: new Map(views.map((view) => [view.url, wordOf(view)])),
    views,
    records: warcFiles.flatMap((file): WarcRecord[] => [...readRecords(readFileSync(file))]),
    warcFiles,
    files,
    peakMb,
    stalledMs,
    seconds,
    unproven,
    surf: async (...args) => {
      const { stdout, stderr } = await surf.run(args);
      return stdout + stderr;
    },
  };
}

interface Judged {
  readonly scene: Scene;
  readonly result: SceneResult;
  readonly servers: Servers;
  readonly baseMb: number;
  readonly place: AttackPlace;
}

async function judge(attack: Attack, { scene, result, servers, baseMb, place }: Judged): Promise<AttackOutcome> {
  const problems: string[] = [];
  if (result.code !== 0) problems.push(`surf ended with ${result.code}: ${result.stderr.slice(-300)}`);
  if (result.unproven !== '') problems.push(`surf verify: ${result.unproven}`);
  if (result.reachedInside.length > 0) problems.push('a request reached the server inside');
  const words: string[] = [];
  for (const [url, expected] of Object.entries(attack.expect?.(servers) ?? {})) {
    const found = result.outcomes.get(url.startsWith('/') ? servers.at(attack.id) + url : url) ?? 'nothing';
    words.push(found);
    if (!expected.split('|').includes(found)) {
      const why = result.views.find((view) => view.url === url || view.url === servers.at(attack.id) + url);
      problems.push(`${url}: ${found}, not ${expected} (${why?.errors.at(-1)?.message ?? 'no error'})`);
    }
  }
  problems.push(...((await attack.look?.(result, servers)) ?? []));
  const growth = result.peakMb - baseMb;
  const { capMb, capTimes = 2, mostStalledMs = Number.POSITIVE_INFINITY } = scene;
  if (result.stalledMs > mostStalledMs)
    problems.push(`${STALLED} ${result.stalledMs} ms, more than ${mostStalledMs} ms`);
  if (capMb !== undefined && place !== 'deployed' && !(growth <= capTimes * capMb))
    problems.push(`${GREW} ${growth.toFixed(0)} MB, more than ${capTimes} × ${capMb} MB`);
  const figure = attack.figure?.(result, servers) ?? '';
  const outcomes = [...new Set(words)].join(', ') || (problems.length === 0 && figure === '' ? 'refused' : '');
  const seen = [outcomes, figure].filter((part) => part !== '').join('; ');
  return { id: attack.id, seen, problems, peakMb: result.peakMb };
}

/** Peak memory of a harmless site: the highest of some runs. */
export async function baseOf(place: AttackPlace, { runs = 3, pages = 1 } = {}): Promise<number> {
  let most = 0;
  for (let n = 0; n < runs; n++) {
    const [outcome] = await runScene(harmless(pages), { place, baseMb: 0 });
    most = Math.max(most, outcome?.peakMb ?? Number.NaN);
  }
  return most;
}
