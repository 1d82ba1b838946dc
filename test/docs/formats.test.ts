import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { CHUNK_SUFFIX, chunkBase, levelObject, seenObject, waveObject } from '#core/archive/object-keys.ts';
import { packOf } from '#core/archive/pack/pack.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { RobotsPointer } from '#core/politeness/hosts/host-store.ts';
import { FREE_LEASE } from '#core/politeness/hosts/lease.ts';
import { ROOT } from '#test/architecture/source-files.ts';

const TEXT = readFileSync(`${ROOT}docs/reference/formats.md`, 'utf8');

interface Example {
  readonly how: string;
  readonly name: string;
  readonly file: string;
  readonly lines: readonly unknown[];
}

/** Example blocks, each with the schema or interface that is named above it. */
const EXAMPLES: readonly Example[] = [
  ...TEXT.matchAll(/^(Schema|Shape): `(\w+)` in `([\w./-]+)`\n\n```json\n([\s\S]*?)```/gm),
].map(([, how = '', name = '', file = '', block = '']) => ({
  how,
  name,
  file,
  lines: block
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown),
}));

const POINTER: RobotsPointer = {
  origin: '',
  status: null,
  hash: null,
  deflated: '',
  object: null,
  fetchedAt: 0,
  expiresAt: 0,
};
/** Formats that have an interface and no schema: their fields. */
const SHAPES: Readonly<Record<string, object>> = { LeaseRow: FREE_LEASE, RobotsPointer: POINTER };

/**
 * Fields that are in `parsed` and not in `line`, or the other way round. Defaults of a shortened
 * workflow do not count.
 */
function strayFields(line: unknown, parsed: unknown): string[] {
  if (typeof line !== 'object' || line === null || typeof parsed !== 'object' || parsed === null) return [];
  const [a, b] = [line as Record<string, unknown>, parsed as Record<string, unknown>];
  return Object.keys(a).flatMap((field) =>
    field in b ? strayFields(a[field], b[field]).map((inner) => `${field}.${inner}`) : [field],
  );
}

describe('docs/reference/formats.md', () => {
  it('names each kind of object in one row', () => {
    const kinds = [...TEXT.matchAll(/^\| \[([^\]]+)\]\(#/gm)].map(([, kind]) => kind);

    expect(kinds.length).toBeGreaterThan(15);
    expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([]);
  });

  it('has a schema above each of its examples', () => {
    expect(EXAMPLES.length).toBeGreaterThan(20);
    expect(EXAMPLES).toHaveLength([...TEXT.matchAll(/^```json$/gm)].length);
  });

  it.each(EXAMPLES.filter(({ how }) => how === 'Schema'))(
    'shows lines that $name in $file parses whole',
    async (example) => {
      const module = (await import(`${ROOT}${example.file}`)) as Record<string, z.ZodType>;
      const schema = module[example.name];

      for (const line of example.lines) {
        const parsed = schema?.safeParse(line);

        expect(parsed?.error?.issues ?? []).toEqual([]);
        expect(strayFields(line, parsed?.data)).toEqual([]);
      }
    },
  );

  it.each(EXAMPLES.filter(({ how }) => how === 'Shape'))('shows all fields of $name', ({ name, lines }) => {
    for (const line of lines)
      expect(Object.keys(line as object).sort()).toEqual(Object.keys(SHAPES[name] ?? {}).sort());
  });

  it('shows every kind of chunk line, with counts that are those of its block', () => {
    const lines = EXAMPLES.find(({ name }) => name === 'ChunkLine')?.lines as { kind: string; outcomes?: number }[];
    const of = (kind: string): number => lines.filter((line) => line.kind === kind).length;

    expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['chunk', 'outcome', 'candidate', 'cdxj', 'end']));
    expect(lines.at(-1)).toMatchObject({ outcomes: of('outcome'), candidates: of('candidate') });
  });

  it('names keys as object-keys.ts makes them', () => {
    const id = 'x0loyw3v28r000000000' as ExecutionId;

    expect(TEXT).toContain(waveObject(id, 2, 'r00000000005', 'plan.json'));
    expect(TEXT).toContain(levelObject(id, 1, 'r00000000005', 'skipped.jsonl'));
    expect(TEXT).toContain(seenObject(id, 'r00000000005', '1.seg'));
    expect(TEXT).toContain(packOf(waveObject(id, 2, '000002.r00000000005.pack', 'plan.json')) ?? '');
    expect(TEXT).toContain(
      `${chunkBase({ execution: id, wave: 2, unit: 0, token: 'r00000000006', n: 0 })}${CHUNK_SUFFIX.warc}`,
    );
  });
});
