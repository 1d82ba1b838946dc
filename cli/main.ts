import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { runCommand } from '#cli/run-command.ts';
import { endProcess } from '#cli/terminal/end-process.ts';
import { errorReport } from '#cli/terminal/error-report.ts';
import { Terminal } from '#cli/terminal/terminal.ts';
import { boundOldHeaps, boundYoungHeaps } from '#compose/heap-flags.ts';
import { SurfError } from '#core/error.ts';

boundYoungHeaps();
// With it Node would accept any certificate, even for the API, which receives a key. Threads copy
// the environment later.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;

// Modules loaded from here on are compiled once per machine, also in worker threads: they read the
// variable.
enableCompileCache();
const cache = getCompileCacheDir();
if (cache !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(cache);

const terminal = new Terminal(process.stdout, process.stderr);
// The reader of a pipe may leave early (`surf tasks last | head`): that is not an error, and it
// needs no more.
process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
  if (cause.code === 'EPIPE') process.exit(0);
  const remedy = 'check the free space and the permissions of the file or device that takes the output';
  const error = new SurfError('STORE_UNAVAILABLE', `stdout cannot be written: ${cause.message}`, { remedy, cause });
  terminal.note(errorReport(error, process.argv.includes('--json')));
  process.exit(1);
});

// Only stdout has results: a crawl continues without progress, and a command keeps its exit code.
process.stderr.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), { terminal, loaded: boundOldHeaps });
await terminal.flush();
endProcess();
