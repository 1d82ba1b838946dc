import type { Scene } from '#test/attack/attack.ts';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { AttackPlace } from '#test/attack/attacked-surf.ts';
import type { StagedAttack, StagedScene } from '#test/attack/staged-scene.ts';

/** What a run found, by place and attack. */
export interface AttackRun {
  readonly places: ReadonlyMap<AttackPlace, PlaceRun>;
  /** What scenes found that stage themselves, by attack. */
  readonly staged: ReadonlyMap<string, AttackOutcome>;
  /** ISO date, and what it ran on. */
  readonly date: string;
  readonly machine: string;
}

/** What the scenes of a hostile web found at one place. */
export interface PlaceRun {
  readonly outcomes: ReadonlyMap<string, AttackOutcome>;
  /** Peak memory of a harmless page there. */
  readonly baseMb: number;
}

const INTRO = `# Attack suite

Every attack below is made by a server that we wrote for it, against the real command line in a process of its own: fake DNS, raw sockets, no
mocks. \`npm run attack\` runs all of them, prints this table and writes this page; the quick ones are part of \`npm test\`.

Attacks by a hostile web run twice: *embedded* is \`surf crawl\`, *surf serve* is the same crawl started by the API of a server process. After each scene
\`surf verify\` must find no difference: every outcome, count and archived record is what the log says. Scenes of the API, the data folder and the process start what
they attack themselves, and run once.

*Memory* is the peak of the process (crawler, planner and worker thread; at \`surf serve\` the server) above that of the same crawl of a harmless page. A bomb, and a page
that stays within the limit and is read, may cost twice the cap, which is \`--page-bytes\` (32 MiB here); 50 MB for a sitemap, 256 MiB for all large bodies
together. A million links may cost 48 MB more, for what they give the planner to keep (see the [threat model](threat-model.md)). Garbage is no growth: what grew too
much is tried again in a fresh process, three times in all.
`;

type ListedScene = Scene | StagedScene;

const COLUMNS: Readonly<Record<AttackPlace, string>> = { embedded: 'embedded', serve: 'surf serve' };

/** The page that `npm run attack` writes. */
export function attackPage(scenes: readonly ListedScene[], run: AttackRun): string {
  const { places, staged } = run;
  const bases = [...places].map(([place, { baseMb }]) => `${COLUMNS[place]} ${baseMb.toFixed(0)} MB`);
  const found = [
    ...[...places].map(([place, { outcomes }]) => ({ name: COLUMNS[place], outcomes })),
    { name: 'staged', outcomes: staged },
  ];
  const counts = found.map(({ name, outcomes }) => `${passedOf(outcomes)} of ${outcomes.size} (${name})`);
  const summary = `Last run: ${run.date}, ${run.machine}: **${counts.join(', ')} refused as they must be.** A harmless page peaks at ${bases.join(', ')}.`;
  const tables = groupsOf(scenes).map(([title, members]) => `## ${title}\n\n${tableOf(members, run)}`);
  return `${INTRO}\n${summary}\n\n${tables.join('\n\n')}\n`;
}

const passedOf = (outcomes: ReadonlyMap<string, AttackOutcome>): number =>
  [...outcomes.values()].filter(({ problems }) => problems.length === 0).length;

/** Head of a row, up to what a run found: the same whoever runs it. */
export const rowHead = ({ id, sends, must }: StagedAttack): string => `| \`${id}\` | ${cell(sends)} | ${cell(must)} |`;

/** Scenes of one attack are listed together. */
function groupsOf(scenes: readonly ListedScene[]): [title: string, members: ListedScene[]][] {
  const groups = new Map<string, ListedScene[]>();
  for (const scene of scenes) {
    const title = 'capMb' in scene && scene.attacks.length === 1 ? 'bombs' : scene.name;
    const members = groups.get(title);
    if (members === undefined) groups.set(title, [scene]);
    else members.push(scene);
  }
  return [...groups].map(([title, members]) => [title.charAt(0).toUpperCase() + title.slice(1), members]);
}

function tableOf(scenes: readonly ListedScene[], run: AttackRun): string {
  const columns = scenes.some((scene) => 'stage' in scene)
    ? ['seen']
    : [...run.places.keys()].map((place) => COLUMNS[place]);
  const isMeasured = scenes.some((scene) => 'capMb' in scene);
  const memory = isMeasured ? columns.map((column) => `memory ${column}, MB (at most)`) : [];
  const head = ['attack', 'what is sent', 'what must happen', ...columns, ...memory];
  const rows = scenes.flatMap((scene) =>
    scene.attacks.map((attack) => rowHead(attack) + cellsOf(scene, attack.id, run)),
  );
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n');
}

/** What was seen, and where memory is measured, how much. */
function cellsOf(scene: ListedScene, id: string, { places, staged }: AttackRun): string {
  if ('stage' in scene) return ` ${cell(seenOf(staged.get(id)))} |`;
  const seen = [...places.values()].map(({ outcomes }) => ` ${cell(seenOf(outcomes.get(id)))} |`);
  const { capMb, capTimes = 2 } = scene;
  if (capMb === undefined) return seen.join('');
  const memory = [...places.values()].map(({ outcomes, baseMb }) => {
    const growth = Math.max(0, (outcomes.get(id)?.peakMb ?? Number.NaN) - baseMb);
    return ` ${growth.toFixed(0)} (${capMb * capTimes}) |`;
  });
  return [...seen, ...memory].join('');
}

const seenOf = (outcome: AttackOutcome | undefined): string =>
  outcome === undefined ? 'not run' : outcome.problems.length === 0 ? outcome.seen : '**not refused**';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
