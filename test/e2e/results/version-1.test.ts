import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#test/architecture/source-files.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';

/** One that ended, and one that a page limit stopped. */
const ENDED = 'x0mwti0pad0fd8n7q8y0';
const LIMITED = 'x0mwti0pui0a2l0zr08l';

/**
 * A data folder that Surf wrote at commit 01bdfab, when chunks had version 1: candidates as JSON
 * lines. `expected/` is what that commit exported and extracted of it.
 */
describe('a data folder of version 1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surf-v1-'));
  const data = join(folder, 'data');
  const expected = (name: string): string => withCut(readFileSync(join(folder, 'expected', name), 'utf8'));
  const command = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await surfHere([...args, '--data', data]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    return stdout;
  };
  beforeAll(() => {
    execFileSync('tar', ['-xzf', `${ROOT}test/fixtures/archive-v1.tar.gz`, '-C', folder]);
    writeFileSync(join(folder, 'heading.json'), '{"fields":{"heading":"h1"}}');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([ENDED, LIMITED])('verifies: %s', async (id) => {
    expect(await command('verify', id)).toContain('holds: the log proves every count');
  });

  it.each([
    ['jsonl', 'pages.jsonl'],
    ['links', 'links.jsonl'],
    ['csv', 'pages.csv'],
  ])('exports %s as it did', async (format, name) => {
    await command('export', ENDED, '--format', format, '--out', join(folder, name));

    expect(readFileSync(join(folder, name), 'utf8')).toBe(expected(name));
  });

  it('extracts as it did', async () => {
    const args = ['--selection', join(folder, 'heading.json'), '--out', join(folder, 'extract.jsonl')];
    await command('extract', ENDED, ...args);

    expect(readFileSync(join(folder, 'extract.jsonl'), 'utf8')).toBe(expected('extract.jsonl'));
  });

  it('explains where a pending URL was found', async () => {
    expect(await command('explain', LIMITED, 'http://127.0.0.1:8471/h')).toContain('on http://127.0.0.1:8471/new');
  });

  it('prints a chunk as the JSON lines that it holds', async () => {
    const manifest = readFileSync(join(data, 'objects/executions', ENDED, 'manifest.jsonl'), 'utf8');
    const [{ chunk } = { chunk: '' }] = manifest
      .split('\n')
      .map((line) => JSON.parse(line || '{}') as { chunk: string });

    const lines = (await command('debug', 'chunk', chunk)).trimEnd().split('\n');

    const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect([kinds[0], kinds.at(-1)]).toEqual(['chunk', 'end']);
    expect(kinds.filter((kind) => kind === 'candidate').length).toBe(8);
  });
});

/** Tables have the column `cut` since (ADR 94). */
const withCut = (text: string): string =>
  text
    .replaceAll('"titleCut":false,', '"titleCut":false,"cut":false,')
    .replace(',titleCut,', ',titleCut,cut,')
    .replaceAll(/,false,(?=\w+-\d{6}\.warc\.gz,)/g, ',false,false,');
