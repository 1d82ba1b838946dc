import { answer, redirect } from '#test/site/hostile/answer.ts';
import { addresses } from '#test/site/hostile/hazards/addresses.ts';
import { answers } from '#test/site/hostile/hazards/answers.ts';
import { charsets } from '#test/site/hostile/hazards/charsets.ts';
import { directives } from '#test/site/hostile/hazards/directives.ts';
import { links } from '#test/site/hostile/hazards/links.ts';
import { redirects } from '#test/site/hostile/hazards/redirects.ts';
import { HostileWeb } from '#test/site/hostile/hostile-web.ts';
import { Place } from '#test/site/hostile/place.ts';
import { ROBOTS_FILES } from '#test/site/hostile/robots-files.ts';
import { type Random, seededRandom } from '#test/site/random.ts';
import { word } from '#test/site/words.ts';

export const HAZARDS = { ...links, ...addresses, ...redirects, ...answers, ...directives, ...charsets };

/** A hostile web that is ready to be served. */
export interface MadeHostileWeb {
  readonly web: HostileWeb;
  readonly seeds: readonly string[];
  /** Hosts of no seed that get requests: a seed redirects there. */
  readonly landing: string;
  /** A host that is out of scope: nobody may ask it anything. */
  readonly outside: string;
}

/**
 * Spreads every hazard over fourteen hosts, each with another kind of robots.txt. The same seed
 * makes the same web.
 */
export function makeHostileWeb(seed: number): MadeHostileWeb {
  const random = seededRandom(seed);
  const web = new HostileWeb();
  const kinds = shuffled(Object.entries(ROBOTS_FILES), random);
  const hosts = kinds.map((_, n) => hostName(n, random));
  const idn = hosts.find((host) => host.startsWith('xn--')) ?? '';
  const outside = hostName(hosts.length, random);
  const hubs = new Map<string, string[]>();
  const placeAt = (host: string): Place => {
    const other = random.pick(hosts.filter((one) => one !== host && one !== landing));
    return new Place({ web, host, other, outside, idn, random });
  };
  const [landing = '', ...seeded] = hosts;
  for (const [n, [, robots]] of kinds.entries()) {
    const host = hosts[n] ?? '';
    hubs.set(host, [...robots(placeAt(host))]);
  }
  const quick = hosts.filter((host) => !web.delays.has(host));
  for (const hazard of Object.values(HAZARDS)) {
    const host = random.pick(quick);
    hubs.get(host)?.push(...[hazard(placeAt(host))].flat());
  }
  for (const [host, found] of hubs) serveHub(placeAt(host), shuffled(found, random));
  const start = seeded.find((host) => !web.delays.has(host)) ?? '';
  const moved = placeAt(start);
  const seedsOf = seeded.map((host) => `http://${host}/`);
  const entry = moved.serve(moved.path(), redirect(`http://${landing}/`, '301 Moved'), 'redirected');
  return { web, seeds: [...seedsOf, moved.url(entry)], landing, outside };
}

function serveHub(p: Place, hrefs: readonly string[]): void {
  const anchors = hrefs.map((href) => `<li><a href="${href.replaceAll('&', '&amp;')}">x</a>`);
  p.serve('/', answer({ body: `${p.text('/')}<ul>${anchors.join('\n')}</ul>` }), 'stored');
}

/** No digits: they would be a pattern. One host has letters beyond ASCII. */
function hostName(n: number, random: Random): string {
  const letters = String.fromCharCode(97 + n);
  if (n === 1) return new URL(`http://bücher-${letters}.test`).hostname;
  return n % 3 === 0 ? `www.${word(random)}-${letters}.test` : `${word(random)}-${letters}.hostile.test`;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}
