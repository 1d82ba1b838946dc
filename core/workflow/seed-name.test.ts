import { describe, expect, it } from 'vitest';
import { crawlRequest } from '#core/run/crawl-request.ts';
import { seedName } from '#core/workflow/seed-name.ts';

describe('the name of a crawl without one', () => {
  it.each([
    [['https://docs.example.org/guide/', 'https://b.example/'], 'docs.example.org'],
    [['http://127.0.0.1:8310/p/1'], '127.0.0.1:8310'],
    [['https://anna:secret@example.org/'], 'example.org'],
    [['https://bücher.example/'], 'xn--bcher-kva.example'],
  ])('is the host of the first seed: %j is %s', (seeds, name) => {
    expect(seedName(seeds)).toBe(name);
  });

  it('has at most 200 characters, as names have', () => {
    expect(seedName([`https://${'a.'.repeat(120)}example/`])).toBe('a.'.repeat(100));
  });

  it.each([[[]], [['no address']], [['mailto:anna@example.org']]])(
    'is “crawl” where no seed has a host: %j',
    (seeds) => {
      expect(seedName(seeds)).toBe('crawl');
    },
  );

  it('is that of a crawl of the library and the client', () => {
    const seeds = [new URL('https://docs.example.org/guide/'), 'https://b.example/'];

    expect(crawlRequest(seeds, {}).document).toEqual({
      name: 'docs.example.org',
      seeds: ['https://docs.example.org/guide/', 'https://b.example/'],
    });
    expect(crawlRequest(seeds, { name: 'handbook' }).document.name).toBe('handbook');
  });
});
