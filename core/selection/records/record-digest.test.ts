import { describe, expect, it } from 'vitest';
import { recordDigestOf } from '#core/selection/records/record-digest.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const digestOf = (fields: object) =>
  recordDigestOf(
    Workflow.parse({
      seeds: ['http://a.example/'],
      revisit: { policy: 'uniform', changesBy: 'selection' },
      selection: { fields },
    }),
  );
const TITLE = { title: { selector: 'h1' }, price: { selector: '.price' } };
const PAGE = { record: { title: 'A', price: 1 }, errors: [] };

describe('the digest of a record', () => {
  it('differs where a value or an error differs', () => {
    const digest = digestOf(TITLE);
    const missing = { ...PAGE, errors: [{ field: 'price', code: 'missing', message: 'none' }] };

    expect(digest?.(PAGE)).toBe(digest?.(structuredClone(PAGE)));
    expect(digest?.({ ...PAGE, record: { title: 'A', price: 2 } })).not.toBe(digest?.(PAGE));
    expect(digest?.(missing)).not.toBe(digest?.(PAGE));
  });

  it('names its selection, in which the order of fields does not count', () => {
    const [own, other] = [digestOf(TITLE)?.(PAGE) ?? '', digestOf({ title: { selector: 'h2' } })?.(PAGE) ?? ''];

    expect(digestOf({ price: TITLE.price, title: TITLE.title })?.(PAGE)).toBe(own);
    expect(own.split('.')[0]).not.toBe(other.split('.')[0]);
    expect(own).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{32}$/);
  });

  it('is made by no workflow that compares something else', () => {
    expect(recordDigestOf(Workflow.parse({ seeds: ['http://a.example/'] }))).toBeNull();
  });
});
