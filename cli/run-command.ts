import { readFileSync, statSync } from 'node:fs';
import { startThread } from '#adapters/embedded/worker-pool.ts';
import { looksLikeAddress, looksLikeDocument, namesList } from '#cli/args/addresses/typed-address.ts';
import type { Command } from '#cli/args/command.ts';
import { remedyByCommand } from '#cli/args/command-synonyms.ts';
import { type Flag, GLOBAL_FLAGS } from '#cli/args/flag.ts';
import { parseArguments, splitCommand } from '#cli/args/parse-arguments.ts';
import { COMMANDS, findCommand } from '#cli/command-table.ts';
import { errorReport } from '#cli/terminal/error-report.ts';
import { EXIT, type ExitCode, exitOfError } from '#cli/terminal/exit-code.ts';
import type { Terminal } from '#cli/terminal/terminal.ts';
import { WORKER_THREAD } from '#compose/thread-modules.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';

const DEFAULT_DATA = '.surf';

/** Terminal and hook that the process passes to the command. */
interface CommandHost {
  readonly terminal: Terminal;
  /** Called once, when the modules of a command without a worker thread are loaded. */
  readonly loaded?: () => void;
}

/**
 * Runs `surf WORDS…` in this process, and reports its errors to the terminal.
 * @returns the exit code of the process
 */
export async function runCommand(words: readonly string[], host: CommandHost): Promise<ExitCode> {
  try {
    return await run(words, host);
  } catch (error) {
    host.terminal.note(errorReport(error, words.includes('--json')));
    return exitOfError(codeOf(error));
  }
}

/** Runs a command, and loads only the modules that it needs. */
async function run(words: readonly string[], { terminal, loaded }: CommandHost): Promise<ExitCode> {
  const { name, rest } = commandOf(words);
  if (name === undefined) return await withoutCommand(rest, terminal);
  if (name === 'version') return await withoutCommand(['--version'], terminal);
  if (name === 'help') return await help(rest[0], terminal);
  const command = findCommand(name);
  if (command === undefined) throw unknownCommand(name);
  if (rest.includes('--help') || rest.includes('-h')) return await help(name, terminal);
  const spare = command.crawls === true && !namesServer(rest) ? startThread(WORKER_THREAD) : undefined;
  const own = [...GLOBAL_FLAGS, ...command.flags];
  const fields = namesOthers(rest, own) ? await fieldFlagsOf(command) : [];
  const { flags, positionals } = parseArguments(rest, [...own, ...fields], name);
  checkCount(command, positionals);
  const { run: runIt } = await command.load();
  if (spare === undefined) loaded?.(); // else the thread does the same
  const data = flags.value('data') ?? DEFAULT_DATA;
  return await runIt({
    positionals,
    flags,
    data,
    json: flags.has('json'),
    commands: COMMANDS,
    terminal: flags.has('quiet') ? terminal.quiet() : terminal,
    ...(spare !== undefined && { spare }),
  });
}

/**
 * The command and its arguments. An address instead of a command starts a crawl, also behind flags:
 * `surf --pages 5 example.org`.
 */
function commandOf(words: readonly string[]): { name: string | undefined; rest: readonly string[] } {
  const split = splitCommand(words, GLOBAL_FLAGS);
  if (split.name === undefined || findCommand(split.name) !== undefined) return split;
  const isCrawl =
    looksLikeAddress(split.name) ||
    namesList(split.name) ||
    (words[0]?.startsWith('-') === true && words.some(looksLikeAddress));
  return isCrawl ? { name: 'crawl', rest: words } : split;
}

/**
 * True if the arguments name a server: then this process needs no worker thread. Checked before
 * they are parsed.
 */
const namesServer = (words: readonly string[]): boolean =>
  process.env.SURF_API !== undefined || words.some((word) => /^--(?:api|profile)(?:=|$)/.test(word));

/**
 * True if an argument may be a flag of a workflow's field. Only then are these flags derived from
 * the schema, which takes as long as the rest of the command line.
 */
const namesOthers = (words: readonly string[], own: readonly Flag[]): boolean =>
  words.some((word) => /^-[^-]|^--./.test(word) && !own.some(({ name }) => word.split('=', 1)[0] === `--${name}`));

async function withoutCommand(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (words.includes('--version') || words.includes('-V')) {
    await terminal.line(`surf ${version()}`);
    return EXIT.succeeded;
  }
  const { flags } = parseArguments(words, GLOBAL_FLAGS, '');
  const { generalHelp } = await import('#cli/help.ts');
  const { helpWidth } = await import('#cli/terminal/wrapped.ts');
  if (flags.has('help')) {
    await terminal.line(generalHelp(helpWidth(process.stdout.columns)));
    return EXIT.succeeded;
  }
  terminal.note(generalHelp(helpWidth(process.stderr.columns)));
  return EXIT.badInput;
}

async function help(name: string | undefined, terminal: Terminal): Promise<ExitCode> {
  const { commandHelp, generalHelp } = await import('#cli/help.ts');
  const { helpWidth } = await import('#cli/terminal/wrapped.ts');
  const width = helpWidth(process.stdout.columns);
  const command = name === undefined ? undefined : findCommand(name);
  if (name !== undefined && command === undefined) throw unknownCommand(name);
  const text =
    command === undefined ? generalHelp(width) : commandHelp(command, { fields: await fieldFlagsOf(command), width });
  await terminal.line(text);
  return EXIT.succeeded;
}

async function fieldFlagsOf({ fields }: Command): Promise<Flag[]> {
  if (fields === 'none') return [];
  const { fieldFlags } = await import('#cli/args/field-flags.ts');
  return fieldFlags(fields);
}

function checkCount({ name, takes, least, most }: Command, positionals: readonly string[]): void {
  if (positionals.length >= least && positionals.length <= most) return;
  const what = positionals.length < least ? `needs ${takes}` : `does not take ${JSON.stringify(positionals[most])}`;
  const usage = `surf ${`${name} ${takes}`.trim()} [flags]`;
  const remedy = /\b(?:ID|AFTER)\b/.test(takes) ? `${usage}; last is the id of the newest execution` : usage;
  throw new SurfError('COMMAND_USAGE', `surf ${name} ${what}`, { remedy });
}

function unknownCommand(name: string): SurfError {
  if (looksLikeDocument(name)) {
    const remedy = `surf run ${name.slice(0, 100)}`;
    return new SurfError('COMMAND_USAGE', `${name.slice(0, 100)} is a file, not a command`, { remedy });
  }
  if (statSync(name, { throwIfNoEntry: false })?.isFile() === true) {
    const remedy = 'surf run - < FILE reads a workflow of any name, surf - < FILE a list with one address a line';
    return new SurfError('COMMAND_USAGE', `${name.slice(0, 100)} is a file, not a command`, { remedy });
  }
  const [scheme] = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(name) ?? [];
  if (scheme !== undefined) {
    const remedy = 'give an address that begins with http:// or https://';
    return new SurfError('COMMAND_USAGE', `Surf crawls no ${scheme} addresses`, { remedy });
  }
  const names = COMMANDS.map((command) => command.name);
  return new SurfError('COMMAND_USAGE', `there is no command ${JSON.stringify(name.slice(0, 100))}`, {
    remedy: remedyByCommand(name) ?? `${didYouMean(name, names, (nearest) => `surf ${nearest}`)}surf --help lists all`,
  });
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
