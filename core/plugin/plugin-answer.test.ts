import { describe, expect, it } from 'vitest';
import { readPluginAnswer } from '#core/plugin/plugin-answer.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

describe('the answer of a plug-in', () => {
  it('has fields of any JSON value', () => {
    const fields = { code: 'de', 'share-of': 0.5, list: [1, { a: null }], none: null };

    expect(readPluginAnswer(JSON.stringify({ fields }))).toEqual({ ok: true, fields });
    expect(readPluginAnswer('{"fields":{}}')).toEqual({ ok: true, fields: {} });
  });

  it('may say why there are none', () => {
    expect(readPluginAnswer('{"error":"no text"}')).toEqual({ ok: false, fault: 'failed', message: 'no text' });
  });

  it.each([
    ['', 'its answer is not a JSON object with fields'],
    ['<html>', 'its answer is not a JSON object with fields'],
    ['null', 'its answer is not a JSON object with fields'],
    ['[]', 'its answer is not a JSON object with fields'],
    ['{}', 'its answer is not a JSON object with fields'],
    ['{"fields":[1]}', 'its answer is not a JSON object with fields'],
    ['{"fields":"x"}', 'its answer is not a JSON object with fields'],
    ['{"error":7}', 'its error is not text'],
    ['{"statusCode":200,"body":"{}"}', 'it answered "statusCode"; allowed: fields, error'],
    ['{"fields":{"a.b":1}}', '"a.b" is not a name of a field: a letter, then letters, digits, - and _'],
    ['{"fields":{"__proto__":1}}', '"__proto__" is not a name of a field: a letter, then letters, digits, - and _'],
    ['{"fields":{"":1}}', '"" is not a name of a field: a letter, then letters, digits, - and _'],
  ])('that is %j is a failure', (text, message) => {
    expect(readPluginAnswer(text)).toEqual({ ok: false, fault: 'failed', message });
  });

  it('has 64 KiB, 50 fields and ten levels at most', () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]));
    const answer = (given: unknown) => readPluginAnswer(JSON.stringify({ fields: given }));

    expect([answer(fields(50)).ok, answer(nested(10)).ok, answer({ a: 'x'.repeat(65_000) }).ok]).toEqual([
      ...[true, true, true],
    ]);
    expect(answer(fields(51))).toMatchObject({ fault: 'too-large', message: expect.stringContaining('51 fields') });
    expect(answer(nested(11))).toMatchObject({ fault: 'too-large', message: expect.stringContaining('ten deep') });
    expect(answer({ a: 'ü'.repeat(32_768) })).toMatchObject({ fault: 'too-large' });
    expect(readPluginAnswer(`{"fields":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`)).toMatchObject({
      fault: 'too-large',
    });
  });
});
