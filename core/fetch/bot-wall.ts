import type { ResponseHead } from '#core/fetch/fetcher.ts';

/** A page that a known service puts in front of a site to keep machines out. */
export interface BotWall {
  /** Name of the service. */
  readonly service: string;
  /** Sign that gave it away, at most 100 characters. */
  readonly sign: string;
}

/** One sign: the status, the header and the texts must all be there, as far as they are named. */
interface Sign {
  readonly service: string;
  /** Absent: it does not matter. */
  readonly statuses?: readonly number[];
  /** Name in lower case; the value may be in any case. Absent value: the header is there. */
  readonly header?: { readonly name: string; readonly values?: readonly string[] };
  /** One text of each list is in the beginning of the body. */
  readonly texts?: readonly (readonly string[])[];
}

const REFUSALS = [401, 403, 429, 503];

/**
 * Signs of the services that are known, each from its documentation or from pages that it sends.
 * Those that a service leaves on pages that it lets through as well (DataDome's header, Imperva's
 * script) count together with what is on its refusals only.
 */
const SIGNS: readonly Sign[] = [
  // developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/
  // detect-response: on every challenge page
  { service: 'Cloudflare', header: { name: 'cf-mitigated', values: ['challenge'] } },
  // titles of its challenge and block pages, from before that header
  {
    service: 'Cloudflare',
    statuses: REFUSALS,
    header: { name: 'server', values: ['cloudflare'] },
    texts: [['<title>Just a moment...</title>', '<title>Attention Required! | Cloudflare</title>']],
  },
  // docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html: 202 with
  // challenge, 405 with captcha
  { service: 'AWS WAF', header: { name: 'x-amzn-waf-action', values: ['challenge', 'captcha'] } },
  // docs.datadome.co: the header is on answers that passed, too ("protected")
  { service: 'DataDome', statuses: [401, 403, 429], header: { name: 'x-datadome' } },
  { service: 'DataDome', statuses: [401, 403, 429], texts: [['captcha-delivery.com']] },
  // HUMAN (PerimeterX): the element that its captcha page fills in
  { service: 'PerimeterX', statuses: [403, 429], texts: [['px-captcha']] },
  // Kasada: its script's token header on the refusal
  { service: 'Kasada', statuses: [403, 429], header: { name: 'x-kpsdk-ct' } },
  // Imperva: its script is in pages that passed, too; the incident only in refusals, which are sent
  // with 200 as well
  {
    service: 'Imperva',
    statuses: [200, ...REFUSALS],
    texts: [['_Incapsula_Resource'], ['incident_id=', 'Incapsula incident ID']],
  },
  // Akamai: «Access Denied … Reference #18.…», the number sign as it is or escaped
  {
    service: 'Akamai',
    statuses: [403],
    texts: [
      ['<TITLE>Access Denied</TITLE>', '<title>Access Denied</title>'],
      ['Reference #', 'Reference&#32;&#35;'],
    ],
  },
];

/** Bytes of a body that Surf inspects. */
const LOOKED_AT_BYTES = 32 * 1024;
/** A refusal that is sent with 200 is a frame or a script, and nothing else. */
const SMALL_BYTES = 8 * 1024;

/**
 * Recognizes an answer that is a bot wall instead of the requested page. Surf does nothing to get
 * around it: the task is failed(blocked), and the host gets no request for a while.
 *
 * @param body decoded; may be empty
 */
export function botWallOf(head: ResponseHead, body: Uint8Array): BotWall | null {
  for (const { service, statuses, header, texts } of SIGNS) {
    if (statuses !== undefined && !statuses.includes(head.status)) continue;
    const found = header === undefined ? '' : headerSign(head, header);
    if (found === null) continue;
    const shown = texts === undefined ? '' : textSigns(head.status, body, texts);
    if (shown !== null) return { service, sign: [found, shown].filter(Boolean).join(', ').slice(0, 100) };
  }
  return null;
}

function headerSign(head: ResponseHead, { name, values }: NonNullable<Sign['header']>): string | null {
  for (const [header, value] of head.headers) {
    if (header.length !== name.length || header.toLowerCase() !== name) continue;
    if (values === undefined || values.includes(value.trim().toLowerCase())) return `${name}: ${value}`;
  }
  return null;
}

/**
 * One text of each list that the beginning of a body has; null when it has none of a list. Searched
 * in the bytes: nothing is allocated for ordinary pages.
 */
function textSigns(status: number, body: Uint8Array, texts: NonNullable<Sign['texts']>): string | null {
  if (status === 200 && body.length > SMALL_BYTES) return null;
  const beginning = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, LOOKED_AT_BYTES));
  const found: string[] = [];
  for (const choices of texts) {
    const choice = choices.find((text) => beginning.includes(text, 0, 'latin1'));
    if (choice === undefined) return null;
    found.push(choice);
  }
  return found.join(', ');
}
