import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { openEmbedded } from '#compose/compose-local.ts';
import { codeOf } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { verify } from '#engine/verify/verify.ts';
import { attacked, crashProblems, QUICKLY, said, startMachineSite } from '#test/attack/machine.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';

/** Files of a data folder that are not what Surf wrote. */
export const damagedFolder: StagedScene = {
  name: 'a damaged data folder',
  notDeployed: 'a deployment has no data folder; S3 and DynamoDB keep what was written',
  quick: false,
  attacks: [
    {
      id: 'damaged-database',
      sends: 'surf.db is cut off, emptied, overwritten, replaced by a folder, or written by a later version',
      must: 'Surf prints an error code and the file name, prints no stack trace, and does not change the file',
    },
    {
      id: 'damaged-objects',
      sends: 'each object of a paused crawl is cut off, emptied, changed in one byte, removed, or swapped',
      must: 'resume names the object or does not read it; verify names it; no command crashes or reports a false success',
    },
  ],
  stage: async () => {
    const data = temporaryFolder();
    try {
      return [
        await attacked('damaged-database', () => damagedDatabase(join(data, 'whole'), join(data, 'broken'))),
        await attacked('damaged-objects', () => damagedObjects(join(data, 'paused'), join(data, 'copy'))),
      ];
    } finally {
      removeFolder(data);
    }
  },
};

const MOST_MS = 4_000;
/** Of the limit that the crawl is continued to. */
const PAGES_AFTER = 60;

interface DatabaseDamage {
  readonly name: string;
  readonly code: string;
  readonly damage: (file: string) => void;
}

const DATABASE_DAMAGES: readonly DatabaseDamage[] = [
  {
    name: 'cut in the middle',
    code: 'DATABASE_CORRUPT',
    damage: (file) => truncateSync(file, Math.floor(statSync(file).size / 2 / 8192) * 8192 + 100),
  },
  { name: 'zero length', code: 'DATABASE_CORRUPT', damage: (file) => truncateSync(file, 0) },
  { name: 'garbage in its first page', code: 'DATABASE_CORRUPT', damage: (file) => overwrite(file, 0, 8192) },
  {
    name: 'garbage in all pages but the first',
    code: 'DATABASE_CORRUPT',
    damage: (file) => overwrite(file, 8192, statSync(file).size),
  },
  {
    name: 'a text',
    code: 'DATABASE_CORRUPT',
    damage: (file) => writeFileSync(file, 'this is not a database\n'.repeat(500)),
  },
  {
    name: 'a folder in its place',
    code: 'STORE_UNAVAILABLE',
    damage: (file) => {
      rmSync(file);
      cpSync(join(file, '..', 'objects'), file, { recursive: true });
    },
  },
  { name: 'of a later version', code: 'FORMAT_UNKNOWN', damage: laterVersion },
];

function laterVersion(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`UPDATE meta SET value = '99' WHERE name = 'format'`);
  database.close();
}

function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  for (let at = from; at < Math.min(to, bytes.length); at++) bytes[at] = (at * 131) % 251;
  writeFileSync(file, bytes);
}

async function damagedDatabase(whole: string, broken: string): Promise<[string, string[]]> {
  const site = await startMachineSite({ pages: 30 });
  const problems: string[] = [];
  const codes = new Set<string>();
  try {
    await said(whole, 'crawl', site.seed, ...QUICKLY);
    for (const { name, code, damage } of DATABASE_DAMAGES) {
      rmSync(broken, { recursive: true, force: true });
      cpSync(whole, broken, { recursive: true });
      const file = join(broken, 'surf.db');
      damage(file);
      for (const command of [
        ['ls'],
        ['status', 'last'],
        ['verify', 'last'],
        ['crawl', site.seed, ...QUICKLY],
        ['serve', '--port', '0'],
      ]) {
        const end = await ended([...command, '--data', broken, '--json']);
        const found = /"code":"([A-Z_]+)"/.exec(end.stderr)?.[1] ?? 'no error';
        codes.add(found);
        problems.push(...crashProblems(`${command[0]} with ${name}`, end));
        if (found !== code)
          problems.push(
            `${command[0]} with ${name}: ${found}, not ${code}: ${(end.stdout + end.stderr).slice(0, 200)}`,
          );
        else if (!end.stderr.includes(broken))
          problems.push(`${command[0]} with ${name} does not name the file: ${end.stderr}`);
      }
    }
  } finally {
    await site.close();
  }
  return [
    `${DATABASE_DAMAGES.length} damages × 5 commands: ${[...codes].sort().join(', ')}; each names the file`,
    problems,
  ];
}

/** Ends a command that continues as if nothing were damaged. */
async function ended(args: readonly string[]): Promise<ProcessEnd> {
  const command = new SurfProcess(args);
  return (await command.lives(MOST_MS)) ? await command.kill() : await command.ended;
}

const OBJECT_DAMAGES: Readonly<Record<string, (file: string, other: string) => void>> = {
  empty: (file) => truncateSync(file, 0),
  cut: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  flipped: (file) => {
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    writeFileSync(file, bytes);
  },
  missing: (file) => rmSync(file),
  swapped: (file, other) => copyFileSync(other, file),
};

/** An end that shows no fault: what was damaged was not needed, or the end says so. */
async function damagedObjects(paused: string, copy: string): Promise<[string, string[]]> {
  const site = await startMachineSite({ pages: 80, delayMs: 10 });
  const problems: string[] = [];
  const figures = { damages: 0, refused: 0, unneeded: 0, named: 0 };
  try {
    const id = await pausedCrawl(paused, site.seed);
    const objects = oneOfEach(filesBelow(join(paused, 'objects')));
    for (const [kind, damage] of Object.entries(OBJECT_DAMAGES)) {
      for (const [index, object] of objects.entries()) {
        rmSync(copy, { recursive: true, force: true });
        cpSync(paused, copy, { recursive: true });
        const place = (name: string | undefined): string => join(copy, 'objects', name ?? '');
        damage(place(object), place(objects[(index + 1) % objects.length]));
        if (
          statSync(place(object), { throwIfNoEntry: false })?.size === statSync(join(paused, 'objects', object)).size
        ) {
          if (readFileSync(place(object)).equals(readFileSync(join(paused, 'objects', object)))) continue;
        }
        figures.damages += 1;
        const { resumed, holds, stored } = await resumedAndVerified(copy, id);
        if (resumed.startsWith('crash')) problems.push(`${object} ${kind}: ${resumed}`);
        if (holds.startsWith('crash')) problems.push(`${object} ${kind}: verify: ${holds}`);
        if (resumed === 'ended') figures.unneeded += 1;
        else figures.refused += 1;
        if (holds === 'no') figures.named += 1;
        if (resumed === 'ended' && holds === 'yes' && stored !== PAGES_AFTER) {
          problems.push(`${object} ${kind}: ${stored} pages, and nobody noticed`);
        }
      }
    }
  } finally {
    await site.close();
  }
  const { damages, refused, unneeded, named } = figures;
  return [
    `${damages} damages: resume refused ${refused} by name, ${unneeded} it did not need; verify named ${named}`,
    problems,
  ];
}

async function pausedCrawl(data: string, seed: string): Promise<ExecutionId> {
  const crawl = said(data, 'crawl', seed, ...QUICKLY, '--pages', '40');
  const { json } = await crawl;
  return json.execution as ExecutionId;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Of objects whose keys differ in numbers and random names only, the last. */
function oneOfEach(objects: readonly string[]): string[] {
  const kinds = new Map<string, string>();
  for (const object of objects) kinds.set(object.replace(/[^/]*\d[^/.]*/g, '*'), object);
  return [...kinds.values()];
}

async function resumedAndVerified(
  data: string,
  id: ExecutionId,
): Promise<{ resumed: string; holds: string; stored: number }> {
  const surf = openEmbedded({ data });
  try {
    const resumed = await named(async () => {
      const { row } = await controlExecution(surf, id, { type: 'resume', limits: { pages: PAGES_AFTER } });
      await surf.drive(id, row.lastRun);
      return 'ended';
    });
    const holds = await named(async () => ((await verify({ ...surf, decodeBody }, id)).holds ? 'yes' : 'no'));
    const { counts } = await surf.catalog.execution(id);
    return { resumed, holds, stored: counts.stored };
  } finally {
    await surf.close();
  }
}

/** What it answers, or the code of its error; a crash is an error without one. */
async function named(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    return codeOf(error) ?? `crash: ${error instanceof Error ? error.stack?.slice(0, 400) : String(error)}`;
  }
}
