import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXPERIMENTS, type Experiment } from '#bench/experiments/experiments.ts';
import { type ChartPoint, lineChart } from '#bench/experiments/line-chart.ts';
import { SlowWeb } from '#bench/experiments/web.ts';
import { median } from '#bench/summary.ts';

/**
 * `npm run experiments`: time against the degree of parallelism (S25), each point the median of the
 * rounds, with the shipped `surf run`. Writes `reports/experiments/*.svg` and the page that shows
 * them. `--rounds N` (1), `--only NAME`. Ends with 1 when a crawl took other pages than planned or
 * sixteen workers need more than 0.4 of the time of one.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = join(ROOT, 'reports', 'experiments');
const PARALLELISM = [1, 2, 4, 8, 16, 32];
const MOST_OF_ONE = 0.4;

const rounds = Number(argument('--rounds') ?? 1);
const only = argument('--only');
const done: { experiment: Experiment; points: ChartPoint[] }[] = [];
for (const experiment of EXPERIMENTS.filter(({ name }) => only === undefined || name === only)) {
  const points = await measured(experiment);
  done.push({ experiment, points });
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, `${experiment.name}.svg`), chartOf(experiment, points));
}
if (only === undefined) writeFileSync(join(ROOT, 'reports', 'experiments.md'), pageOf());
for (const { experiment, points } of done) {
  const ratio = ratioOf(points);
  say(`${experiment.name}: time(16) = ${ratio.toFixed(2)} × time(1)`);
  if (ratio > MOST_OF_ONE) process.exitCode = 1;
}

async function measured(experiment: Experiment): Promise<ChartPoint[]> {
  const web = new SlowWeb(experiment.web);
  const seeds = await web.start();
  try {
    const points: ChartPoint[] = [];
    for (const parallelism of PARALLELISM) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await timeOf(experiment, { web, seeds, parallelism }));
      points.push({ x: parallelism, y: Math.round(median(times) * 10) / 10 });
      say(`${experiment.name}: parallelism ${parallelism}: ${times.map((time) => time.toFixed(1)).join(' ')} s`);
    }
    return points;
  } finally {
    await web.stop();
  }
}

/**
 * Seconds of one crawl, as its own report says.
 * @throws when it took other pages than the limits leave
 */
async function timeOf(
  experiment: Experiment,
  on: { web: SlowWeb; seeds: readonly string[]; parallelism: number },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'surf-experiment-'));
  try {
    const file = join(folder, 'workflow.json');
    writeFileSync(file, JSON.stringify(experiment.workflow(on.seeds, on.parallelism)));
    on.web.takeRequests();
    const report = JSON.parse(
      await surf(['run', file, '--data', join(folder, 'data'), '--allow-private-network', '--json']),
    ) as { counts: { stored: number }; seconds: number };
    const asked = on.web.takeRequests();
    const { stored } = report.counts;
    if (stored !== experiment.pages || asked !== experiment.pages) {
      throw new Error(`${experiment.name}: ${stored} pages by ${asked} requests, not ${experiment.pages}`);
    }
    return report.seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function surf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'cli', 'surf.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`surf ended with ${code}`))));
  });
}

function chartOf(experiment: Experiment, points: readonly ChartPoint[]): string {
  const one = points[0]?.y ?? 0;
  return lineChart({
    title: experiment.title,
    subtitle: experiment.subtitle,
    xLabel: 'parallelism (workers at once)',
    yLabel: 'seconds',
    series: [
      { name: 'surf, measured', points },
      {
        name: 'time(1) / parallelism',
        reference: true,
        points: points.map(({ x }) => ({ x, y: Math.round((one / x) * 100) / 100 })),
      },
    ],
  });
}

function pageOf(): string {
  const head = readFileSync(fileURLToPath(new URL('./page-head.md', import.meta.url)), 'utf8').trim();
  const parts = done.flatMap(({ experiment, points }) => [
    `## ${experiment.title}`,
    `${experiment.subtitle}. ${experiment.pages} pages each time; time(16) = ${ratioOf(points).toFixed(2)} × time(1).`,
    `![${experiment.title}](experiments/${experiment.name}.svg)`,
    [
      `| parallelism | ${points.map(({ x }) => x).join(' | ')} |`,
      `| --- |${points.map(() => ' --- |').join('')}`,
      `| seconds | ${points.map(({ y }) => y.toFixed(1)).join(' | ')} |`,
    ].join('\n'),
  ]);
  const made = `Last made ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown CPU'}, Node ${process.versions.node}; each point is ${rounds === 1 ? 'one crawl' : `the median of ${rounds} crawls`}.`;
  return `${[head, made, ...parts].join('\n\n')}\n`;
}

function ratioOf(points: readonly ChartPoint[]): number {
  const at = (parallelism: number): number => points.find(({ x }) => x === parallelism)?.y ?? Number.NaN;
  return at(16) / at(1);
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
