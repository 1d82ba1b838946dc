import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { Call } from '#cli/args/command.ts';
import type { LocalBackend } from '#cli/backend/local-backend.ts';
import { withDataFolder } from '#cli/backend/open-backend.ts';
import { CrawlLog } from '#cli/crawl/crawl-log.ts';
import { printResult } from '#cli/crawl/follow-execution.ts';
import { withInterrupt } from '#cli/crawl/interrupt.ts';
import { settingsOf } from '#cli/crawl/run-settings.ts';
import { workflowOf } from '#cli/crawl/start-crawl.ts';
import { WaveLog } from '#cli/crawl/wave-log.ts';
import { writeFileWhole, writeFolderWhole } from '#cli/export/export-target.ts';
import { withExport, writeEntries } from '#cli/export/write-export.ts';
import { EXIT, type ExitCode, exitOfStatus } from '#cli/terminal/exit-code.ts';
import type { Embedded } from '#compose/compose-local.ts';
import type { CrawlerConf } from '#core/crawler-conf/crawler-conf.ts';
import type { Execution } from '#core/execution/execution.ts';
import { INDEX_FILE } from '#core/export/file-path.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { checkPlugins } from '#core/plugin/known-plugins.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { indexLines } from '#engine/export/formats/index-file.ts';
import { mirrorFiles } from '#engine/export/formats/mirror.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import { describeRow } from '#engine/overview/describe-execution.ts';
import { checkSecrets } from '#engine/start/check-secrets.ts';
import { type StartOptions, startExecution } from '#engine/start/start-execution.ts';

/** File name of a crawl's index in its repository. */
export const INDEX_NAME = 'index.txt';
const HOUR_MS = 3_600_000;
/**
 * Longest single sleep: so it follows changes of the clock, and timers hold no more than 24 days.
 */
const SLEEP_MS = 60_000;

/**
 * Crawls as a Crawler.conf says (T1): logs, and writes mirror and index into its repository. With a
 * period it repeats the crawl until Ctrl-C or `--once`, and requests only pages that have changed
 * since the last time (T7).
 */
export async function runCrawlerConf(call: Call, conf: CrawlerConf): Promise<ExitCode> {
  const workflow = await workflowOf(call, { document: conf.document, seeds: [] });
  const log = new CrawlLog({ file: conf.logFile, level: conf.logLevel, terminal: call.terminal });
  const pressed = new AbortController();
  const { value } = await withInterrupt(
    () =>
      withDataFolder(call, 'a Crawler.conf', (backend) =>
        crawlAgain({ call, conf, workflow, log, backend }, pressed.signal),
      ),
    () => pressed.abort(),
  );
  return value;
}

interface ConfRun {
  readonly call: Call;
  readonly conf: CrawlerConf;
  readonly workflow: Workflow;
  readonly log: CrawlLog;
  readonly backend: LocalBackend;
}

/** @param pressed aborted at the first Ctrl-C */
async function crawlAgain({ call, conf, workflow, log, backend }: ConfRun, pressed: AbortSignal): Promise<ExitCode> {
  const { surf } = backend;
  const settings = settingsOf(call);
  checkPlugins(workflow, surf.plugins);
  await checkSecrets(surf.secrets, LOCAL_USER, workflow);
  const period = call.flags.has('once') ? null : conf.periodHours;
  const named = call.flags.value('base');
  let base = named === undefined ? undefined : await backend.findExecution(named);
  let of: StartOptions['of'];
  while (!pressed.aborted) {
    const startedAt = surf.clock.now();
    const from = { ...(base !== undefined && { base }), ...(of !== undefined && { of }) };
    const { id, workflowId, workflowVersion } = await startExecution(surf, { workflow, settings, ...from });
    of = { id: workflowId, version: workflowVersion };
    await log.write(1, startedAt, [
      `execution ${id} of ${workflow.seeds.length} starting points${base === undefined ? '' : `, after ${base}`}`,
    ]);
    const stop = (): void => {
      call.terminal.note('stopping: Surf makes no new request (Ctrl-C again ends it at once)');
      void controlExecution(surf, id, { type: 'stop' }).catch(() => undefined);
    };
    const row = await whenPressed(pressed, stop, () => crawl(surf, id, log));
    if (row.status === 'succeeded' || row.status === 'limited' || row.status === 'stopped') {
      const ending = (): void => call.terminal.note('ends once mirror and index are written');
      await whenPressed(pressed, ending, () => publish(surf, id, { conf, log }));
      base = id;
    }
    await printResult(call, backend, await describeRow(surf, row));
    if (pressed.aborted && row.status === 'stopped') return EXIT.interrupted;
    if (pressed.aborted || period === null || row.status === 'paused') return exitOfStatus(row.status);
    const next = startedAt + period * HOUR_MS;
    await log.write(1, surf.clock.now(), [
      `the next crawl starts at ${new Date(Math.max(next, surf.clock.now())).toISOString()}`,
    ]);
    await waitUntil(next, surf.clock, pressed);
  }
  return EXIT.interrupted;
}

/** Calls `stop` when Ctrl-C comes while `work` runs, or came before. */
async function whenPressed<T>(pressed: AbortSignal, stop: () => void, work: () => Promise<T>): Promise<T> {
  if (pressed.aborted) stop();
  else pressed.addEventListener('abort', stop);
  try {
    return await work();
  } finally {
    pressed.removeEventListener('abort', stop);
  }
}

async function crawl(surf: Embedded, id: ExecutionId, log: CrawlLog): Promise<Execution> {
  const over = new AbortController();
  const waves = new WaveLog(surf, id, log);
  const followed = waves.follow(over.signal).then(
    () => null,
    (error: unknown) => ({ error }), // thrown after the crawl: a fault of the log costs it nothing
  );
  try {
    const row = await surf.drive(id);
    over.abort();
    const failed = await followed;
    if (failed !== null) throw failed.error;
    await waves.end();
    if (row.status === 'failed') await log.write(0, surf.clock.now(), [`the execution failed: ${row.reason}`]);
    return row;
  } finally {
    over.abort();
    await followed;
  }
}

/** Writes mirror and index (T5, T6), and replaces those of an earlier crawl in the repository. */
async function publish(
  surf: Embedded,
  id: ExecutionId,
  { conf, log }: { readonly conf: CrawlerConf; readonly log: CrawlLog },
): Promise<void> {
  const { catalog, archive, tasks, clock } = surf;
  const ports = { catalog, archive, tasks, clock, decodeBody };
  const { repository } = conf;
  const index = join(repository, INDEX_NAME);
  const place = { supply: async () => archiveSupply(ports), beside: repository };
  const pages = await withExport(place, { id }, async (job) => {
    await writeFolderWhole(repository, (folder) => writeEntries(folder, mirrorFiles(job)), INDEX_FILE);
    return job.tally.items;
  });
  const listed = await withExport(place, { id }, async (job) => {
    await writeFileWhole(index, indexLines(job));
    return job.tally.items;
  });
  await log.write(1, clock.now(), [`${pages} pages in ${repository}, ${listed} in ${index}`]);
}

/** Returns at once when Ctrl-C comes. */
async function waitUntil(at: number, clock: Clock, pressed: AbortSignal): Promise<void> {
  for (let left = at - clock.now(); left > 0 && !pressed.aborted; left = at - clock.now()) {
    await setTimeout(Math.min(left, SLEEP_MS), undefined, { signal: pressed }).catch(() => undefined);
  }
}
