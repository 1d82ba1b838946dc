import { readFileSync } from 'node:fs';
import { tokenEndpoint } from '#adapters/identity/issuer-documents.ts';
import { type ConsoleOptions, consoleRoutes } from '#api/console.ts';
import { createForwarder } from '#api/front.ts';
import type { Call, Run } from '#cli/args/command.ts';
import { withServedFolder } from '#cli/backend/open-backend.ts';
import { settingsOf } from '#cli/crawl/run-settings.ts';
import { consoleFiles, missingConsole } from '#cli/serve/console-files.ts';
import { listenPolicy } from '#cli/serve/listen-policy.ts';
import { localNotifier } from '#cli/serve/local-notifier.ts';
import { localScheduler } from '#cli/serve/local-scheduler.ts';
import { type LocalServer, serveLocally } from '#cli/serve/local-server.ts';
import { LocalWatchdog } from '#cli/serve/local-watchdog.ts';
import { rolesOf } from '#cli/serve/roles-file.ts';
import { ApiThreads, apiMemoryMb } from '#cli/serve/threads/api-threads.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';
import { isMachineFault } from '#core/machine-fault.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable } from '#core/model/printable.ts';

const USUAL_PORT = 8_000;

/**
 * `surf serve`: runs until Ctrl-C or SIGTERM, which parks running executions for the next server or
 * `surf resume`. A second signal ends it at once.
 */
export const run: Run = async (call) => {
  const roles = await rolesOf(call.flags.value('roles'));
  const signsIn = call.flags.value('issuer') !== undefined;
  return await withServedFolder(call, { roles: signsIn ? roles : null }, async ({ surf }) => {
    const port = portIn(call);
    const runs = new LocalWatchdog(surf, (id, error) => {
      const { message, remedy } =
        error instanceof Error ? (error as Partial<SurfError> & Error) : { message: String(error) };
      const then = isMachineFault(error) ? `; ${remedy}, then surf resume ${id}` : '';
      call.terminal.note(printable(`execution ${id} is interrupted: ${message}${then}`));
    });
    const { address, issuer, ...door } = listenPolicy(call.flags, surf, roles);
    const config = { ...door.config, demo: call.flags.value('demo') ?? null };
    const defaults = { settings: settingsOf(call) };
    const scheduler = localScheduler(surf, {
      runner: runs,
      defaults,
      roles: issuer === undefined ? null : roles,
      failed: (what) => call.terminal.note(printable(what)),
    });
    const notifier = localNotifier(surf, {
      isPrivateOpen: defaults.settings.allowPrivateNetwork,
      failed: (what) => call.terminal.note(printable(what)),
    });
    const threads = new ApiThreads({
      memoryMb: apiMemoryMb(call.flags.value('api-memory')),
      data: {
        data: surf.data,
        secretsFolder: surf.secretsFolder,
        plugins: surf.plugins,
        version: version(),
        defaults,
      },
      onRun: (id, run) => void runs.start(id as ExecutionId, run),
    });
    const app = createForwarder(surf, { ...door, config, version: version(), answer: threads.answer });
    const files = consoleFiles();
    if (files !== null) consoleRoutes(app, files, signInOf(issuer));
    const over = interrupted();
    const server = await serveLocally(app.fetch, { port, address });
    await call.terminal.line(
      call.json ? JSON.stringify({ address: server.address }) : `surf listens on ${server.address}`,
    );
    if (!call.json) for (const line of missingConsole(files)) call.terminal.note(line);
    await runs.watch();
    scheduler.begin();
    notifier.begin();
    await over;
    await Promise.all([scheduler.end(), notifier.end()]);
    await Promise.all([runs.end(), end(server)]);
    await threads.close();
    return EXIT.succeeded;
  });
};

const signInOf = (issuer: string | undefined): ConsoleOptions =>
  issuer === undefined ? {} : { issuer, tokenEndpoint: () => tokenEndpoint(issuer) };

function portIn({ flags }: Call): number {
  const text = flags.value('port') ?? String(USUAL_PORT);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new SurfError('COMMAND_USAGE', `--port ${JSON.stringify(text.slice(0, 50))} is not a port`, {
    remedy: 'give a number from 0 to 65535; 0 takes a free one',
  });
}

/**
 * Time in which two signals count as one Ctrl-C: the terminal and a parent process may both send
 * it.
 */
const SAME_PRESS_MS = 300;

/**
 * Resolves at the first signal. A later one ends the process at once, which loses nothing either.
 */
const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    let firstAt: number | null = null;
    const onSignal = (): void => {
      const now = performance.now();
      if (firstAt !== null && now - firstAt > SAME_PRESS_MS) process.exit(EXIT.interrupted);
      firstAt ??= now;
      resolve();
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });

/** Time that slow answers get before they are cut off; the client repeats the request. */
const PATIENCE_MS = 2_000;
const end = (server: LocalServer): Promise<void> =>
  Promise.race([server.close(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);

function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
