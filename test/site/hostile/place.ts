import { type Answer, answer, HTML } from '#test/site/hostile/answer.ts';
import type { HostileWeb, Reply } from '#test/site/hostile/hostile-web.ts';
import type { Random } from '#test/site/random.ts';
import { sentences } from '#test/site/words.ts';

/**
 * One thing that goes wrong on the web.
 * @returns addresses that the host's first page links, as its `href` has them
 */
export type Hazard = (place: Place) => string | readonly string[];

export interface PlaceOptions {
  readonly web: HostileWeb;
  readonly host: string;
  /** Another host that is crawled, and one that is out of scope. */
  readonly other: string;
  readonly outside: string;
  /** A host that is crawled, with letters beyond ASCII, in the form that DNS has. */
  readonly idn: string;
  readonly random: Random;
}

/** Where a hazard is put: a host, and what can be made there. Every page is unlike any other. */
export class Place {
  readonly web: HostileWeb;
  readonly host: string;
  readonly other: string;
  readonly outside: string;
  readonly idn: string;
  readonly random: Random;

  constructor({ web, host, other, outside, idn, random }: PlaceOptions) {
    this.web = web;
    this.host = host;
    this.other = other;
    this.outside = outside;
    this.idn = idn;
    this.random = random;
  }

  /** A path that nobody has. @param ending behind the name */
  path(ending = ''): string {
    return `/${this.web.name()}${ending}`;
  }

  url(path: string, host = this.host): string {
    return `http://${host}${path}`;
  }

  /** What fills a page, so that it is unlike any other. */
  text(path: string): string {
    return `<title>${this.host}${path}</title><p>${sentences(this.random, 2)}</p>\n`;
  }

  /** Serves something else than a page. */
  serve(path: string, reply: Reply, outcome: string, asked?: readonly [number, number]): string {
    this.web.serve(this.host, path, reply);
    this.web.expect(this.url(path), outcome, asked === undefined ? {} : { asked });
    return path;
  }

  /** A page that must be stored. */
  page(body: string, given: Omit<Answer, 'body'> & { readonly path?: string } = {}): string {
    const path = given.path ?? this.path();
    return this.serve(path, answer({ ...given, body: this.text(path) + body }), 'stored');
  }

  /** A page with nothing special about it, which a link must lead to. */
  leaf(path = this.path()): string {
    return this.page('', { path });
  }

  /** The same on another host. @returns its URL */
  leafAt(host: string): string {
    const path = this.path();
    this.web.serve(host, path, answer({ headers: [HTML], body: this.text(path) }));
    this.web.expect(this.url(path, host), 'stored');
    return this.url(path, host);
  }

  /**
   * A page that nothing leads to, though a careless reader may think so: not even in the list of
   * tasks.
   */
  never(path = this.path()): string {
    this.web.serve(this.host, path, answer({ body: 'nobody may ask for this' }));
    return path;
  }

  /** A page that is known, and never requested. */
  refused(outcome: string, path = this.path()): string {
    this.web.serve(this.host, path, answer({ body: 'nobody may ask for this' }));
    this.web.expect(this.url(path), outcome);
    return path;
  }
}
