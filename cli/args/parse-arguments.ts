import { type Flag, type GivenFlag, GivenFlags } from '#cli/args/flag.ts';
import { flagBySynonym, remedyBySynonym } from '#cli/args/flag-synonyms.ts';
import { SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';

export interface Arguments {
  readonly flags: GivenFlags;
  readonly positionals: readonly string[];
}

/**
 * Reads `--flag value`, `--flag=value`, switches, and positionals between them; after `--`
 * everything is a positional, and `-` alone is one.
 *
 * @param command for messages
 * @throws SurfError COMMAND_USAGE naming the flag, and the nearest known one
 */
export function parseArguments(words: readonly string[], known: readonly Flag[], command: string): Arguments {
  const flags: GivenFlag[] = [];
  const positionals: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') {
      positionals.push(...words.slice(i + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      positionals.push(word);
      continue;
    }
    const read = readFlag(word, words[i + 1], { known, command });
    flags.push(read.given);
    if (read.tookNext) i += 1;
  }
  return { flags: new GivenFlags(flags), positionals };
}

/** Splits off the command's name: the first word that is not a global flag or its value. */
export function splitCommand(
  words: readonly string[],
  globals: readonly Flag[],
): { name: string | undefined; rest: readonly string[] } {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (!word.startsWith('-') || word === '-') return { name: word, rest: words.toSpliced(i, 1) };
    const flag = globals.find(({ name }) => word === `--${name}`);
    if (flag !== undefined && flag.value !== null) i += 1;
  }
  return { name: undefined, rest: words };
}

interface Read {
  readonly given: GivenFlag;
  readonly tookNext: boolean;
}

function readFlag(word: string, next: string | undefined, options: { known: readonly Flag[]; command: string }): Read {
  const equals = word.indexOf('=');
  const written = equals < 0 ? word : word.slice(0, equals);
  const attached = equals < 0 ? undefined : word.slice(equals + 1);
  const name = written.replace(/^--/, '');
  const flag = options.known.find((known) => known.name === name || `-${known.short}` === written);
  if (flag?.value === null) return switchOn(flag, attached);
  if (flag?.boolean === true) return boolean(flag, attached, next);
  if (flag !== undefined) return valued(flag, attached, next);
  const denied = options.known.find((known) => known.boolean === true && name === `no-${known.name}`);
  if (denied !== undefined && attached === undefined)
    return { given: { flag: denied.name, value: 'false' }, tookNext: false };
  throw unknownFlag(written, options);
}

function switchOn(flag: Flag, attached: string | undefined): Read {
  if (attached === undefined) return { given: { flag: flag.name, value: 'true' }, tookNext: false };
  throw new SurfError('COMMAND_USAGE', `--${flag.name} takes no value`, { remedy: `write --${flag.name} alone` });
}

function boolean(flag: Flag, attached: string | undefined, next: string | undefined): Read {
  const tookNext = attached === undefined && (next === 'true' || next === 'false');
  const value = attached ?? (tookNext ? next : 'true');
  return { given: { flag: flag.name, value }, tookNext };
}

function valued(flag: Flag, attached: string | undefined, next: string | undefined): Read {
  if (attached !== undefined) return { given: { flag: flag.name, value: attached }, tookNext: false };
  if (next !== undefined && !next.startsWith('--')) return { given: { flag: flag.name, value: next }, tookNext: true };
  throw new SurfError('COMMAND_USAGE', `--${flag.name} needs a value`, {
    remedy: `write --${flag.name} ${flag.value}; --${flag.name}=VALUE for one that begins with --`,
  });
}

function unknownFlag(written: string, options: { known: readonly Flag[]; command: string }): SurfError {
  const names = options.known.map(({ name }) => name);
  const name = written.replace(/^-+/, '');
  const synonym = flagBySynonym(name, names);
  const hint = synonym === undefined ? didYouMean(name, names, (known) => `--${known}`) : `did you mean --${synonym}? `;
  return new SurfError('COMMAND_USAGE', `surf ${options.command} knows no flag ${written.slice(0, 100)}`, {
    remedy:
      leftOut(written, options.command) ?? remedyBySynonym(name) ?? `${hint}surf ${options.command} --help lists all`,
  });
}

/** A word of a search with a minus, which pages must not have. */
const leftOut = (written: string, command: string): string | undefined =>
  command === 'search' && /^-[^-]/.test(written)
    ? `for pages without a word: surf search ID -- ${written.slice(0, 100)} WORDS…, or all words in one pair of quotes`
    : undefined;
