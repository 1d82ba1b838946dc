import type { Scene } from '#test/attack/attack.ts';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { StagedAttack, StagedScene } from '#test/attack/staged-scene.ts';

/** What a run found, by attack. */
export interface AttackRun {
  readonly outcomes: ReadonlyMap<string, AttackOutcome>;
  /** Peak memory of a harmless page. */
  readonly baseMb: number;
  /** ISO date, and what it ran on. */
  readonly date: string;
  readonly machine: string;
}

const INTRO = `# Attack suite

Every attack below is made by a server that we wrote for it, against the real command line in a process of its own: fake DNS, raw sockets, no
mocks. \`npm run attack\` runs all of them, prints this table and writes this page; the quick ones are part of \`npm test\`.

*Memory* is the peak of the process (crawler, planner and worker thread) above that of the same crawl of a harmless page. A bomb, and a page
that stays within the limit and is read, may cost twice the cap, which is \`--page-bytes\` (32 MiB here); 50 MB for a sitemap, 256 MiB for all large bodies
together. A million links may cost 48 MB more, for what they give the planner to keep (see the [threat model](threat-model.md)). Garbage is no growth: what grew too
much is tried again in a fresh process, three times in all.
`;

/** What the tables show of a scene, whoever ran it. */
type ListedScene = Pick<Scene, 'capMb' | 'capTimes'> & Pick<StagedScene, 'attacks'>;

/** The page that \`npm run attack\` writes. */
export function attackPage(scenes: readonly (Scene | StagedScene)[], run: AttackRun): string {
  const groups = groupsOf(scenes);
  const passed = [...run.outcomes.values()].filter(({ problems }) => problems.length === 0).length;
  const summary = `Last run: ${run.date}, ${run.machine}: **${passed} of ${run.outcomes.size} refused as they must be.** A harmless page peaks at ${run.baseMb.toFixed(0)} MB.`;
  const tables = groups.map(([title, members]) => `## ${title}\n\n${tableOf(members, run)}`);
  return `${INTRO}\n${summary}\n\n${tables.join('\n\n')}\n`;
}

/** Head of a row, up to what a run found: the same whoever runs it. */
export const rowHead = ({ id, sends, must }: StagedAttack): string => `| \`${id}\` | ${cell(sends)} | ${cell(must)} |`;

/** Scenes of one attack are listed together. */
function groupsOf(scenes: readonly (Scene | StagedScene)[]): [title: string, members: ListedScene[]][] {
  const groups = new Map<string, ListedScene[]>();
  for (const scene of scenes) {
    const title = 'capMb' in scene ? 'bombs' : scene.name;
    const members = groups.get(title);
    if (members === undefined) groups.set(title, [scene]);
    else members.push(scene);
  }
  return [...groups].map(([title, members]) => [title.charAt(0).toUpperCase() + title.slice(1), members]);
}

function tableOf(scenes: readonly ListedScene[], { outcomes, baseMb }: AttackRun): string {
  const measured = scenes.some(({ capMb }) => capMb !== undefined);
  const head = `| attack | what is sent | what must happen | seen |${measured ? ' memory, MB (at most) |' : ''}\n| --- | --- | --- | --- |${measured ? ' --- |' : ''}`;
  const rows = scenes.flatMap(({ attacks, capMb = 0, capTimes = 2 }) =>
    attacks.map((attack) => {
      const outcome = outcomes.get(attack.id);
      const seen = outcome === undefined ? 'not run' : outcome.problems.length === 0 ? outcome.seen : '**not refused**';
      const memory = `${Math.max(0, (outcome?.peakMb ?? Number.NaN) - baseMb).toFixed(0)} (${capMb * capTimes})`;
      return `${rowHead(attack)} ${cell(seen)} |${measured ? ` ${memory} |` : ''}`;
    }),
  );
  return [head, ...rows].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
