import type { Archive } from '#core/archive/archive.ts';
import type { BasePage } from '#core/archive/chunk/base-page.ts';
import { readRecords, responseOf, type WarcRecord } from '#core/archive/warc/warc-reader.ts';
import type { RevisitedRecord } from '#core/archive/warc/warc-records.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import type { BodyDecoder } from '#core/fetch/body-decoder.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import type { HeaderPair } from '#core/fetch/headers/request-headers.ts';
import { conditionHeaders } from '#core/fetch/headers/validators.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';
import type { PageTypes } from '#engine/crawl-unit/pages/page-types.ts';
import type { RetryingCalls } from '#engine/crawl-unit/unit/retrying-calls.ts';

/** Error code of a task whose base page was unusable: Surf fetches the page whole from then on. */
export const BASE_ERROR = 'base';

/**
 * If the workflow sets one of these headers, Surf adds no condition: their result is the user's.
 */
const OWN_CONDITIONS = new Set(['if-none-match', 'if-modified-since']);

export interface ConditionParts {
  readonly types: PageTypes;
  readonly pageBytes: number;
  /** Is a larger page cut? */
  readonly cutsPages: boolean;
  readonly headers: readonly HeaderPair[];
}

/**
 * Condition headers of a GET, so that the server sends the page only if it has changed. Empty, so
 * that Surf fetches the whole page, in four cases: the body in the base came from another URL, this
 * workflow would refuse that body (type or size), it would cut the page elsewhere, or the base was
 * already unusable for the task.
 */
export function conditionsOf({ task, url, errors }: Job, parts: ConditionParts): HeaderPair[] {
  const { base } = task;
  if (base === undefined || url !== (base.url ?? task.url)) return [];
  if (base.bytes > parts.pageBytes || !parts.types.isPage(base.contentType ?? null)) return [];
  if (base.cut === true && !(parts.cutsPages && base.bytes === parts.pageBytes)) return [];
  if (errors.some(({ code }) => code === BASE_ERROR)) return [];
  if (parts.headers.some(([name]) => OWN_CONDITIONS.has(name.toLowerCase()))) return [];
  return conditionHeaders(base);
}

/** The forms that Surf writes. A copy of any other value could break a line of the new record. */
const DATE = /^[\dT:.-]{19,30}Z$/;
const DIGEST = /^sha1:[A-Z2-7]{32}$/;

/** A page of the base, in the form of a response that arrived now. */
export interface UnchangedPage {
  readonly answer: FetchAnswer;
  readonly record: RevisitedRecord;
}

/** Reads the bodies of base pages: one WARC record each, by its offset, checked by its digest. */
export class BaseBodies {
  readonly #parts: { readonly archive: Archive; readonly calls: RetryingCalls; readonly decodeBody: BodyDecoder };

  constructor(parts: { readonly archive: Archive; readonly calls: RetryingCalls; readonly decodeBody: BodyDecoder }) {
    this.#parts = parts;
  }

  /**
   * @param answer 304 Not Modified
   * @returns the reason as a sentence, if the body cannot be read
   */
  async read(job: Job, answer: FetchAnswer): Promise<UnchangedPage | string> {
    const { base } = job.task;
    if (base === undefined) return 'the base has no such page';
    try {
      const { object, offset, length } = base.archived;
      const bytes = await this.#parts.calls.read(() => this.#parts.archive.range(object, offset, length));
      const [record] = readRecords(bytes);
      return record === undefined ? 'its record is not there' : this.#page(record, { base, job, answer });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #page(record: WarcRecord, of: { base: BasePage; job: Job; answer: FetchAnswer }): UnchangedPage | string {
    const { base, job, answer } = of;
    const { headers } = record;
    const uri = headers.get('warc-target-uri') ?? '';
    const date = headers.get('warc-date') ?? '';
    const isIts = headers.get('warc-type') === 'response' && uri === job.url && DATE.test(date);
    if (!isIts) return 'its record is another';
    const response = responseOf(record);
    const codings = response.headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
    const encoding = codings.map(([, value]) => value).join(',');
    const decoded = this.#parts.decodeBody(encoding, response.wireBody, { maxBytes: base.bytes });
    if (!decoded.ok || sha256Hex(decoded.body) !== base.digest) return 'its body has another digest';
    const { status, statusText, wireBody } = response;
    const stated = headers.get('warc-payload-digest') ?? '';
    return {
      answer: {
        ...answer,
        status,
        statusText,
        headers: freshened(response.headers, answer.headers),
        wireBody,
        body: decoded.body,
      },
      record: { uri, date, payloadDigest: DIGEST.test(stated) ? stated : null },
    };
  }
}

/** Fields about the transfer or the body of a message. Those of a 304 say nothing of the page. */
const OF_THE_MESSAGE =
  /^(?:content-|x-archive-orig-|connection$|keep-alive$|transfer-encoding$|te$|trailer$|upgrade$|proxy-)/i;

/** RFC 9111 §3.2: the fields of a 304 replace the stored ones of the same name. */
function freshened(stored: readonly HeaderPair[], now: readonly HeaderPair[]): HeaderPair[] {
  const newer = now.filter(([name]) => !OF_THE_MESSAGE.test(name));
  const names = new Set(newer.map(([name]) => name.toLowerCase()));
  return [...stored.filter(([name]) => !names.has(name.toLowerCase())), ...newer];
}
