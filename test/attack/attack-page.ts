import type { Attack, Scene } from '#test/attack/attack.ts';
import type { AttackRuns, KeptOutcome, PartRun, RunPart } from '#test/attack/attack-runs.ts';
import type { StagedAttack, StagedScene } from '#test/attack/staged-scene.ts';
import type { AttackPlace } from '#test/attack/targets/attacked-surf.ts';

const INTRO = `# Attack suite

Every attack below is made by a server that we wrote for it, against the real command line in a
separate process: fake DNS, raw sockets, no mocks. \`npm run attack\` runs all of them, prints this
table and writes this page; the quick ones are part of \`npm run test:all\`.

Attacks by a hostile web run at three places: *embedded* is \`surf crawl\`, *surf serve* is the same
crawl started by the API of a server process, *deployed* is the same crawl started by the REST API
of the stack in [an emulator of AWS](../docs/how-to/emulators.md), whose functions crawl it (\`npm
run attack -- --deployed\`, several scenes at once, each as a user without other executions). After
each scene \`surf verify\` must find no difference: every outcome, count and archived record is what
the log says. Scenes of the API, the data folder and the process start what they attack themselves;
those of the API are tried at the deployment too.

*Memory* is the peak of the process (crawler, planner and worker thread; at \`surf serve\` the
server) above that of the same crawl of a harmless page; for the attacks by a thousand pages, of a
harmless site of a thousand pages. A bomb, and a page that stays within the limit and is read, may
cost twice the cap, which is \`--page-bytes\` (32 MiB here); 50 MB for a sitemap, 256 MiB for all
large bodies together. A million links may cost 48 MB more, for what they give the planner to keep
(see the [threat model](../docs/explanation/threat-model.md)). Garbage is not growth: what grew too
much is tried again in a fresh process, three times in all. At the deployment memory is not measured
for each attack: one process crawls several scenes.
`;

type ListedScene = Scene | StagedScene;

const COLUMNS: Readonly<Record<AttackPlace, string>> = {
  embedded: 'embedded',
  serve: 'surf serve',
  deployed: 'deployed',
};
const PLACES = ['embedded', 'serve', 'deployed'] as const;
/** Where memory is measured. */
const MEASURED = ['embedded', 'serve'] as const;

/** The page that `npm run attack` writes. */
export function attackPage(scenes: readonly ListedScene[], runs: AttackRuns): string {
  const summary = ([...PLACES, 'staged'] as const).map((part) => summaryOf(part, runs[part]));
  const tables = groupsOf(scenes).map(([title, members]) => `## ${title}\n\n${tableOf(members, runs)}`);
  return `${INTRO}\n${summary.join('\n')}\n\n${tables.join('\n\n')}\n`;
}

function summaryOf(part: RunPart, run: PartRun | undefined): string {
  const name = part === 'staged' ? 'staged' : COLUMNS[part];
  if (run === undefined) return `- ${name}: never run`;
  const { date, machine, baseMb, workersPeakMb, seconds } = run;
  const outcomes = Object.values(run.outcomes);
  const passed = outcomes.filter(({ problems }) => problems.length === 0).length;
  const figures = [
    ...(seconds > 0 ? [`${Math.ceil(seconds / 60)} minutes`] : []),
    ...(baseMb === null ? [] : [`a harmless page peaks at ${baseMb.toFixed(0)} MB`]),
    ...Object.entries(workersPeakMb ?? {}).map(
      ([size, peak]) =>
        `the largest process of a worker that has ${size} MB on AWS, and no limit here, peaks at ${peak} MB`,
    ),
  ];
  return `- ${name}, last run ${date}, ${machine}: **${passed} of ${outcomes.length} refused as they must be**${figures.map((figure) => `; ${figure}`).join('')}.`;
}

/** Head of a row, up to what a run found: every run writes the same. */
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

function tableOf(scenes: readonly ListedScene[], runs: AttackRuns): string {
  const isStaged = scenes.some((scene) => 'stage' in scene);
  const columns = isStaged ? ['seen', COLUMNS.deployed] : PLACES.map((place) => COLUMNS[place]);
  const isMeasured = scenes.some((scene) => 'capMb' in scene);
  const memory = isMeasured ? MEASURED.map((place) => `memory ${COLUMNS[place]}, MB (at most)`) : [];
  const head = ['attack', 'what is sent', 'what must happen', ...columns, ...memory];
  const rows = scenes.flatMap((scene) =>
    scene.attacks.map(
      (attack) =>
        rowHead(attack) +
        cellsOf(scene, attack, runs)
          .map((text) => ` ${text} |`)
          .join(''),
    ),
  );
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n');
}

/** The observed end, and the measured memory. */
function cellsOf(scene: ListedScene, attack: Attack | StagedAttack, runs: AttackRuns): string[] {
  const found = (part: RunPart): string => cell(seenOf(runs[part]?.outcomes[attack.id]));
  const reason = attack.notDeployed ?? ('stage' in scene ? scene.notDeployed : undefined);
  if ('stage' in scene && reason === undefined && scene.stageDeployed === undefined)
    return [found('staged'), NOT_TRIED];
  const deployed = reason === undefined ? found('deployed') : `does not apply: ${cell(reason)}`;
  if ('stage' in scene) return [found('staged'), deployed];
  const seen = [found('embedded'), found('serve'), deployed];
  const { capMb, capTimes = 2 } = scene;
  if (capMb === undefined) return seen;
  const memory = MEASURED.map((place) => {
    const { peakMb, baseMb = runs[place]?.baseMb } = runs[place]?.outcomes[attack.id] ?? {};
    const growth = (peakMb ?? Number.NaN) - (baseMb ?? Number.NaN);
    return `${Math.max(0, growth).toFixed(0)} (${capMb * capTimes})`;
  });
  return [...seen, ...memory];
}

/** A scene that says neither how it is tried at a deployment nor why not. */
const NOT_TRIED = 'not tried';

const seenOf = (outcome: KeptOutcome | undefined): string =>
  outcome === undefined ? 'not run' : outcome.problems.length === 0 ? outcome.seen : '**not refused**';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
