import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { schemaIssue } from '#core/faults/schema-issue.ts';

const SCHEMA = z.strictObject({
  q: z.string().min(1).max(5),
  name: z.string().min(2),
  limit: z.number().int().min(1).max(9),
  part: z.number().gt(0).lt(1),
  kind: z.enum(['a', 'b']),
  only: z.literal(7),
  on: z.boolean(),
  list: z.array(z.string()).min(1).max(2),
  at: z.iso.datetime(),
  url: z.url(),
  id: z.string().regex(/^x/),
  either: z.union([z.number(), z.boolean()]),
  own: z.string().refine((text) => text !== 'bad', 'names nothing'),
});

const GOOD = {
  ...{ q: 'q', name: 'ab', limit: 1, part: 0.5, kind: 'a', only: 7, on: true, list: ['a'] },
  ...{ at: '2026-12-01T08:00:00Z', url: 'https://a.test/', id: 'x', either: 1, own: 'good' },
};

/** Sentences about one changed field. */
function saidOf(change: object): string[] {
  const { error } = SCHEMA.safeParse({ ...GOOD, ...change });
  return (error?.issues ?? []).map((issue) => schemaIssue(['query', ...issue.path].join('.'), issue));
}

describe('what a schema finds wrong', () => {
  it.each([
    [{ q: '' }, 'query.q is empty'],
    [{ q: 'abcdef' }, 'query.q has more than 5 characters'],
    [{ q: undefined }, 'query.q is missing'],
    [{ q: 5 }, 'query.q is not text'],
    [{ name: 'a' }, 'query.name has fewer than 2 characters'],
    [{ limit: 0 }, 'query.limit is less than 1'],
    [{ limit: 10 }, 'query.limit is more than 9'],
    [{ limit: 1.5 }, 'query.limit is not a whole number'],
    [{ limit: Number.NaN }, 'query.limit is not a number'],
    [{ part: 0 }, 'query.part is not more than 0'],
    [{ part: 1 }, 'query.part is not less than 1'],
    [{ kind: 'c' }, 'query.kind is not one of: a, b'],
    [{ only: 8 }, 'query.only is not one of: 7'],
    [{ on: 'yes' }, 'query.on is neither true nor false'],
    [{ list: [] }, 'query.list is empty'],
    [{ list: ['a', 'b', 'c'] }, 'query.list has more than 2 entries'],
    [{ list: 'a' }, 'query.list is not a list'],
    [{ at: 'now' }, 'query.at is not a time such as 2026-12-01T08:00:00Z'],
    [{ url: 'x' }, 'query.url is not a URL'],
    [{ id: 'y' }, 'query.id has a wrong form'],
    [{ either: 'y' }, 'query.either has a wrong form'],
    [{ 'a"b': 1 }, 'query has the unknown field "a\\"b"'],
    [{ own: 'bad' }, 'query.own: names nothing'],
  ])('at %j is said as: %s', (change, said) => {
    expect(saidOf(change)).toEqual([said]);
  });
});
