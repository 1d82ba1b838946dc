import { describe, expect, it } from 'vitest';
import { HostTable } from '#core/frontier/frontier.ts';
import { Hosts } from '#core/frontier/wave/hosts.ts';

const EMPTY: HostTable = { v: 1, names: [], pages: [], delayMs: [], notBefore: [], sitemaps: [] };

describe('Hosts', () => {
  it('gives each host a number at first sight and keeps it', () => {
    const hosts = new Hosts(EMPTY);

    expect(['a', 'b', 'a', 'c', 'b'].map((name) => hosts.place(name))).toEqual([0, 1, 0, 2, 1]);
  });

  it('counts pages up and down, by host', () => {
    const hosts = new Hosts(EMPTY);

    for (const [name, by] of [
      ['a', 1],
      ['b', 1],
      ['a', 1],
      ['b', -1],
    ] as const)
      hosts.countPage(hosts.place(name), by);

    expect([...hosts.pagesByHost()]).toEqual([
      ['a', 2],
      ['b', 0],
    ]);
  });

  it('knows of a host what was learned last, and 0 of one that it never saw', () => {
    const hosts = new Hosts(EMPTY);

    hosts.learn('a', { delayMs: 5_000, notBefore: 0 });
    hosts.learn('a', { delayMs: 90_000, notBefore: 77 });

    expect([hosts.delayMs('a'), hosts.notBefore('a')]).toEqual([90_000, 77]);
    expect([hosts.delayMs('b'), hosts.notBefore('b')]).toEqual([0, 0]);
    expect([...hosts.pagesByHost().keys()]).toEqual(['a']); // asking gives no number
  });

  it('is the same after it was written and read, and leaves the table alone that it was made from', () => {
    const hosts = new Hosts(EMPTY);
    hosts.learn('a', { delayMs: 1, notBefore: 2 });
    hosts.countPage(hosts.place('constructor'), 1);
    hosts.countSitemap('constructor');

    const again = new Hosts(HostTable.parse(JSON.parse(JSON.stringify(hosts.table()))));
    again.place('b');

    expect(again.table()).toEqual({
      v: 1,
      names: ['a', 'constructor', 'b'],
      pages: [0, 1, 0],
      delayMs: [1, 0, 0],
      notBefore: [2, 0, 0],
      sitemaps: [0, 1, 0],
    });
    expect([again.sitemaps('constructor'), again.allSitemaps]).toEqual([1, 1]);
    expect([hosts.place('constructor'), EMPTY.names]).toEqual([1, []]);
  });
});
