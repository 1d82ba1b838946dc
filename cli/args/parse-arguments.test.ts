import { describe, expect, it } from 'vitest';
import { type Flag, GLOBAL_FLAGS } from '#cli/args/flag.ts';
import { parseArguments, splitCommand } from '#cli/args/parse-arguments.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';

const FLAGS: readonly Flag[] = [
  ...GLOBAL_FLAGS,
  { name: 'depth', value: 'N', help: '' },
  { name: 'include', value: 'TEXT', help: '' },
  { name: 'warc', value: 'true|false', boolean: true, help: '' },
];

const parse = (...words: string[]) => {
  const { flags, positionals } = parseArguments(words, FLAGS, 'crawl');
  return { flags: flags.all.map(({ flag, value }) => `${flag}=${value}`), positionals };
};

describe('arguments', () => {
  it('are flags in two spellings, with positionals between them', () => {
    expect(parse('http://a/', '--depth', '3', 'http://b/', '--include=*x=y*', '--json')).toEqual({
      flags: ['depth=3', 'include=*x=y*', 'json=true'],
      positionals: ['http://a/', 'http://b/'],
    });
  });

  it('may be negative numbers and a lone dash; behind -- nothing is a flag', () => {
    expect(parse('--depth', '-1', '-', '--', '--json')).toEqual({ flags: ['depth=-1'], positionals: ['-', '--json'] });
  });

  it.each([
    [['--warc'], 'warc=true'],
    [['--warc', 'false'], 'warc=false'],
    [['--warc=false'], 'warc=false'],
    [['--no-warc'], 'warc=false'],
  ])('say yes or no: %j', (words, expected) => {
    expect(parse(...words, 'http://a/')).toEqual({ flags: [expected], positionals: ['http://a/'] });
  });

  it('keep repeated flags in their order; of a single one the last counts', () => {
    const { flags } = parseArguments(
      ['--include', 'a', '--data', 'x', '--include', 'b', '--data', 'y'],
      FLAGS,
      'crawl',
    );

    expect(flags.values('include')).toEqual(['a', 'b']);
    expect(flags.value('data')).toBe('y');
    expect(flags.has('json')).toBe(false);
  });

  it.each([
    [['--dpeth', '3'], 'knows no flag --dpeth', '--depth'],
    [['--allow-private'], 'knows no flag --allow-private', '--allow-private-network'],
    [['-d'], 'knows no flag -d', 'did you mean'],
    [['--frobnicate'], 'knows no flag --frobnicate', 'surf crawl --help lists all'],
    [['--depth'], '--depth needs a value', '--depth N'],
    [['--depth', '--json'], '--depth needs a value', '--depth N'],
    [['--json=1'], '--json takes no value', 'alone'],
    [['--no-depth'], 'knows no flag --no-depth', 'did you mean'],
    [['-l', '3'], 'knows no flag -l', 'did you mean --depth?'],
    [['-L'], 'knows no flag -L', 'Surf follows redirects by itself'],
    [['-i', 'urls.txt'], 'knows no flag -i', 'surf urls.txt --depth 0'],
    [['--Mirror'], 'knows no flag --Mirror', '--format mirror'],
  ])('%j: says what is wrong and what was meant', (words, message, remedy) => {
    expect(() => parse(...words)).toThrow(
      expect.objectContaining({
        code: 'COMMAND_USAGE',
        message: expect.stringContaining(message),
        remedy: expect.stringContaining(remedy),
      }),
    );
  });
});

describe('a name that nobody meant', () => {
  it('is not suggested', () => {
    expect(() => parse('--frobnicate')).toThrow(
      expect.objectContaining({ remedy: expect.not.stringContaining('did you mean') }),
    );
    expect(didYouMean('foo', ['slow-page', 'orphan-page'])).toBe('');
    expect(didYouMean('orphan', ['slow-page', 'orphan-page'])).toBe('did you mean orphan-page? ');
  });
});

describe('the command', () => {
  it.each([
    [['ls', '--json'], 'ls', ['--json']],
    [['--data', 'ls', 'status', 'x1'], 'status', ['--data', 'ls', 'x1']],
    [['--data=d', '--json', 'ls'], 'ls', ['--data=d', '--json']],
    [['-', '--depth', '0'], '-', ['--depth', '0']],
    [['--version'], undefined, ['--version']],
    [[], undefined, []],
  ])('is the first word that is not a flag of all commands: %j', (words, name, rest) => {
    expect(splitCommand(words, GLOBAL_FLAGS)).toEqual({ name, rest });
  });
});
