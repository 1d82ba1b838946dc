import type { Archive } from '#core/archive/archive.ts';
import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { robotsObject } from '#core/archive/object-keys.ts';
import { nullOn } from '#core/error.ts';
import type { RobotsEvidence } from '#core/execution/explanation.ts';
import { bodyIn, type HostStore } from '#core/politeness/hosts/host-store.ts';
import { robotsAccess } from '#core/robots/robots-access.ts';
import { parseRobots } from '#core/robots/robots-rules.ts';
import { robotsText } from '#core/robots/robots-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

export interface RobotsEvidencePorts {
  readonly hosts: Pick<HostStore, 'robots'>;
  readonly archive: Archive;
}

const NOTHING: RobotsEvidence = {
  obeyed: true,
  source: 'none',
  allowed: null,
  line: null,
  text: null,
  hash: null,
  at: null,
  status: null,
};
const MAX_TEXT = 200;

/**
 * Verdict of robots.txt on an address: the line that decided during the crawl, else what the file
 * says that is stored for its host now.
 * @param line its outcome, when it has one
 */
export async function robotsEvidence(
  ports: RobotsEvidencePorts,
  asked: { readonly url: CrawlUrl; readonly workflow: Workflow; readonly line: OutcomeLine | null },
): Promise<RobotsEvidence> {
  const { url, workflow, line } = asked;
  if (workflow.politeness.robots === 'ignore') return { ...NOTHING, obeyed: false };
  if (line?.robots !== undefined) {
    const { line: number, hash, at } = line.robots;
    const body = (await stored(ports.archive, robotsObject(hash))) ?? (await smallBody(ports, url, hash));
    const text = body === null ? ruleOf(line) : textOf(body, number);
    return { ...NOTHING, source: 'outcome', allowed: false, line: number, text, hash, at: isoTime(at) };
  }
  const pointer = await ports.hosts.robots(originOf(url));
  if (pointer === null) return NOTHING;
  const { status, hash, object, fetchedAt } = pointer;
  const known = { ...NOTHING, source: 'stored' as const, hash, at: isoTime(fetchedAt), status };
  const access = robotsAccess(status, workflow.politeness.robotsError);
  if (access === 'allow-all') return { ...known, allowed: true };
  const large = access === 'parse' && object !== null ? await stored(ports.archive, object) : null;
  const body = access === 'parse' ? (bodyIn(pointer) ?? large) : null;
  if (body === null) return { ...known, allowed: access === 'parse' ? null : false };
  const { userAgent, robotsMatch } = workflow.politeness;
  const rules = parseRobots(body, userAgent, `${pointer.origin}/robots.txt`).matching(robotsMatch);
  const verdict = rules.verdict(url);
  const text = verdict.line === null ? null : textOf(body, verdict.line);
  return { ...known, allowed: verdict.allowed, line: verdict.line, text };
}

const originOf = (url: CrawlUrl): string => url.slice(0, url.indexOf('/', 8));

/** A small file has no object: the host store has it until it is another. */
async function smallBody({ hosts }: RobotsEvidencePorts, url: CrawlUrl, hash: string): Promise<Uint8Array | null> {
  const pointer = await hosts.robots(originOf(url));
  return pointer?.hash === hash ? bodyIn(pointer) : null;
}

async function stored(archive: Archive, object: string): Promise<Uint8Array | null> {
  return await nullOn('OBJECT_NOT_FOUND', archive.get(object));
}

/** A line of the file, as the parser counts them, read as UTF-8. */
function textOf(body: Uint8Array, line: number): string | null {
  const octets = robotsText(body).split(/\r\n|\n|\r/)[line - 1];
  if (octets === undefined) return null;
  const bytes = Uint8Array.from(octets.trim().slice(0, MAX_TEXT * 3), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes).slice(0, MAX_TEXT);
}

const ruleOf = ({ outcome }: OutcomeLine): string | null =>
  outcome.type === 'skipped' ? (outcome.rule ?? null) : null;

const isoTime = (at: number): string => new Date(at).toISOString();
