import { formatPath, valueAt, type WorkflowFault } from '#core/faults/workflow-fault.ts';
import { isCredentialHeader } from '#core/secrets/credential-header.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';
import { MAX_URL_LENGTH } from '#core/url/url-length.ts';

/** Bounded because each worker reads every secret. */
const MAX_SECRET_HEADERS = 10;

/** Advice for sending the header all the same; the secret is named after it. */
function reference(header: string): string {
  const name =
    header
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '_')
      .replace(/^[^A-Z]+/, '')
      .slice(0, 64) || 'NAME';
  return (
    `write ${header}: {secretRef: ${name}} and put the value into the variable SURF_SECRET_${name}; ` +
    'docs/reference/workflow.md, “Secrets”, has files and servers'
  );
}

/**
 * A secret that is in the workflow itself: text marked as secret, or text of a header that is named
 * like a credential and not marked as none. The value is not shown.
 */
export function secretFault(path: readonly [string, string, string], value: unknown): WorkflowFault[] {
  const marked = valueAt(value, ['secret']);
  const isText = typeof value === 'string' || typeof valueAt(value, ['value']) === 'string';
  if (!isText || marked === false) return [];
  if (marked === true) {
    const describe = () => `${formatPath(path)} holds a secret; Surf stores no value of a secret`;
    return [{ code: 'SECRET_LITERAL', path, describe, remedy: reference(path[2]) }];
  }
  if (marked !== undefined || !isCredentialHeader(path[2])) return [];
  const describe = () =>
    `${formatPath(path)} is named like a credential and holds its value; Surf stores no value of a secret`;
  const remedy = `${reference(path[2])}; if the value is not a secret, write {value: …, secret: false}`;
  return [{ code: 'SECRET_LITERAL', path, describe, remedy }];
}

/** A user name before the host; `\` stands for `/` (URL Standard, authority state). */
const USER_INFO = /^\s*https?:[\\/]*[^\\/?#]*@/i;

/**
 * An address with a user name and perhaps a password, which Surf never sends from there: the crawl
 * would bring what the site shows to anybody. The address is not shown.
 */
export function userInfoFaults(document: unknown): WorkflowFault[] {
  return ['seeds', 'sitemaps'].flatMap((field) => {
    const addresses = valueAt(document, [field]);
    if (!Array.isArray(addresses)) return [];
    return addresses.flatMap((address: unknown, index): WorkflowFault[] => {
      const url = valueAt(address, ['url']);
      const path = url === undefined ? [field, index] : [field, index, 'url'];
      const text = url ?? address;
      if (typeof text !== 'string' || !USER_INFO.test(text.slice(0, MAX_URL_LENGTH))) return [];
      const describe = () => `${formatPath(path)} has a user name, and Surf sends none from addresses`;
      return [{ code: 'SECRET_LITERAL', path, describe, remedy: BASIC }];
    });
  });
}

/** Basic authentication by a header (RFC 7617). */
const BASIC =
  "leave it out, put 'Basic ' and the base64 of USER:PASSWORD into the variable SURF_SECRET_LOGIN, and send " +
  'the header Authorization: {secretRef: LOGIN} (on the command line --header)';

export function secretCountFaults(document: unknown): WorkflowFault[] {
  const path = ['fetch', 'headers'];
  const headers = valueAt(document, path);
  if (typeof headers !== 'object' || headers === null) return [];
  const count = Object.values(headers).filter((value) => valueAt(value, ['secretRef']) !== undefined).length;
  if (count <= MAX_SECRET_HEADERS) return [];
  const describe = () => `${formatPath(path)} refers to ${count} secrets; at most ${MAX_SECRET_HEADERS} are allowed`;
  return [{ code: 'FIELD_INVALID', path, describe }];
}

/**
 * A secret whose seeds have an origin without TLS: everyone on the way could read it. Loopback
 * origins do not leave the machine.
 */
export function secretSeedFaults(document: unknown): WorkflowFault[] {
  const headers = valueAt(document, ['fetch', 'headers']);
  if (typeof headers !== 'object' || headers === null) return [];
  const origin = plainOrigin(valueAt(document, ['seeds']));
  if (origin === null) return [];
  return Object.entries(headers).flatMap(([name, value]): WorkflowFault[] => {
    if (valueAt(value, ['secretRef']) === undefined || valueAt(value, ['plainHttp']) === true) return [];
    const path = ['fetch', 'headers', name];
    const describe = () =>
      `${formatPath(path)} is a secret, and the seed ${origin} has no TLS: it would be sent in clear`;
    const remedy = 'write the seed with https, or {secretRef: NAME, plainHttp: true} to send it in clear';
    return [{ code: 'SECRET_IN_CLEAR', path, describe, remedy }];
  });
}

/** Hosts of this machine itself (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
const LOOPBACK = /^http:\/\/(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

function plainOrigin(seeds: unknown): string | null {
  if (!Array.isArray(seeds)) return null;
  for (const seed of seeds) {
    const text = typeof seed === 'string' ? seed : valueAt(seed, ['url']);
    const url = typeof text === 'string' ? parseCrawlUrl(text) : null;
    if (url === null || !url.startsWith('http:')) continue;
    const origin = originOf(url);
    if (!LOOPBACK.test(origin)) return origin.slice(0, 200);
  }
  return null;
}
