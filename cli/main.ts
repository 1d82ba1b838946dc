import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { runCommand } from '#cli/run-command.ts';
import { endProcess } from '#cli/terminal/end-process.ts';
import { Terminal } from '#cli/terminal/terminal.ts';
import { boundOldHeaps, boundYoungHeaps } from '#compose/heap-flags.ts';

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
// The reader of a pipe may leave early (`surf tasks last | head`): that is no error, and it needs
// no more.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runCommand(process.argv.slice(2), { terminal, loaded: boundOldHeaps });
await terminal.flush();
endProcess();
