import { describe, expect, it } from 'vitest';
import type { Call } from '#cli/args/command.ts';
import { EXPORT_FLAGS } from '#cli/args/command-flags.ts';
import { parseArguments } from '#cli/args/parse-arguments.ts';
import { thresholdFlag } from '#cli/export/threshold-flag.ts';
import { amountFlags, chunkFlag } from '#cli/export/token-flags.ts';

const call = (...words: string[]): Call => ({ flags: parseArguments(words, EXPORT_FLAGS, 'export').flags }) as Call;
const wrong = expect.objectContaining({ code: 'COMMAND_USAGE' });

describe('flags of exports', () => {
  it.each([
    [[], 'main', null],
    [['--mode', 'main'], 'main', null],
    [['--mode', 'full'], 'full', null],
    [['--mode', 'fit'], 'main', 800],
    [['--tokens', '20'], 'main', 20],
    [['--mode', 'fit', '--tokens', '1000000'], 'main', 1_000_000],
  ])('%j are the part %s of a page, in tokens: %s', (words, part, fitTokens) => {
    expect(amountFlags(call(...words))).toEqual({ part, fitTokens });
  });

  it.each([
    [['--mode', 'all']],
    [['--mode', 'full', '--tokens', '100']],
    [['--tokens', '19']],
    [['--tokens', '1000001']],
    [['--tokens', '1e3']],
    [['--mode', 'main', '--tokens', '100']],
  ])('%j are not tokens', (words) => {
    expect(() => amountFlags(call(...words))).toThrow(wrong);
  });

  it.each([
    [[], 800],
    [['--chunk', '20'], 20],
    [['--chunk', '100000'], 100_000],
  ])('%j are tokens of a chunk: %s', (words, tokens) => {
    expect(chunkFlag(call(...words))).toBe(tokens);
  });

  it.each(['19', '100001', '1e3', '-5', ''])('%j are not tokens of a chunk', (text) => {
    expect(() => chunkFlag(call(`--chunk=${text}`))).toThrow(wrong);
  });

  it.each([
    [[], 0.9],
    [['--threshold', '0.7'], 0.7],
    [['--threshold', '.95'], 0.95],
    [['--threshold', '1'], 1],
    [['--threshold', '1.0'], 1],
  ])('%j are the threshold %s', (words, threshold) => {
    expect(thresholdFlag(call(...words))).toBe(threshold);
  });

  it.each(['0.69', '1.1', '90%', '-1', ''])('%j is not a threshold', (text) => {
    expect(() => thresholdFlag(call(`--threshold=${text}`))).toThrow(wrong);
  });
});
