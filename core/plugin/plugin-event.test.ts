import { describe, expect, it } from 'vitest';
import { eventBody, MAX_EVENT_BODY_BYTES, type PluginEvent, pluginEvent } from '#core/plugin/plugin-event.ts';
import { pluginPage } from '#test/contract/suites/plugin.ts';

/** Bytes that Lambda takes in a call that waits for its answer. */
const LAMBDA_BYTES = 6 * 1024 * 1024;
const HTML = { contentType: 'text/html', charset: 'utf-8' };

describe('the event of a plug-in', () => {
  it('is the page, the name of the plug-in and the record so far', () => {
    const page = pluginPage('A "title"');

    expect(JSON.parse(pluginEvent('language', page, '{"name":"a"}'))).toEqual({
      ...page,
      v: 1,
      plugin: 'language',
      record: { name: 'a' },
    } satisfies PluginEvent);
  });

  it('has no record of more than 1 MiB', () => {
    const record = JSON.stringify({ a: 'x'.repeat(1024 * 1024) });

    expect(JSON.parse(pluginEvent('language', pluginPage(null), record))).toMatchObject({ record: null });
  });

  it('has text as it was read, and bytes of what is not text', () => {
    const latin = { contentType: 'text/plain; charset=latin1', charset: 'windows-1252' };
    const pdf = { contentType: 'application/pdf', charset: 'utf-8' };

    expect(eventBody(Buffer.from('gr\xfcn', 'latin1'), latin)).toEqual({
      body: 'grün',
      bodyEncoding: 'text',
      bodyBytes: 4,
      bodyCut: false,
    });
    expect(eventBody(Buffer.from('%PDF'), pdf)).toEqual({
      body: 'JVBERg==',
      bodyEncoding: 'base64',
      bodyBytes: 4,
      bodyCut: false,
    });
    expect(eventBody(Buffer.from('{}'), { ...HTML, contentType: null }).bodyEncoding).toBe('text');
    expect(eventBody(Buffer.from('{}'), { ...HTML, contentType: 'application/ld+json' }).bodyEncoding).toBe('text');
  });

  it('has 1 MiB of a larger page, and no half character', () => {
    const bytes = Buffer.from(`a${'ü'.repeat(MAX_EVENT_BODY_BYTES / 2)}`);

    const { body, bodyBytes, bodyCut } = eventBody(bytes, HTML);

    expect([body.length, body.at(-1), bodyBytes, bodyCut]).toEqual([
      ...[MAX_EVENT_BODY_BYTES / 2, 'ü', MAX_EVENT_BODY_BYTES + 1, true],
    ]);
  });

  it('is never more than a function of Lambda takes, with any page', () => {
    const control = eventBody(new Uint8Array(MAX_EVENT_BODY_BYTES), HTML);
    const record = JSON.stringify({ a: 'x'.repeat(1024 * 1024 - 8) });
    const page = pluginPage('\0'.repeat(500), { ...control, url: `http://a.test/${'x'.repeat(8_000)}` });

    expect(control.bodyCut).toBe(true);
    expect(Buffer.byteLength(pluginEvent('language', page, record))).toBeLessThan(LAMBDA_BYTES);
  });
});
