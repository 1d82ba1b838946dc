import { decodeText } from '#core/extraction/encoding/charset.ts';
import { parseMediaType } from '#core/fetch/headers/media-type.ts';
import type { Json } from '#core/model/json.ts';

/** Most bytes of a page that a plug-in gets. */
export const MAX_EVENT_BODY_BYTES = 1024 * 1024;
/** Most bytes of its text in JSON, where control characters take six bytes each. */
const MAX_BODY_JSON_BYTES = 4 * 1024 * 1024;
/** A longer record is left out: with it an event would pass the 6 MB that Lambda takes. */
const MAX_EVENT_RECORD_BYTES = 1024 * 1024;

/** Data of a page that every stage gets, without its record. */
export interface PluginPage {
  readonly execution: string;
  /** Name of the workflow. */
  readonly workflow: string;
  /** The page's key: with `execution` it names the call, also when it is repeated. */
  readonly key: string;
  readonly url: string;
  /** Address that was fetched: differs from `url` behind a redirect to the same key. */
  readonly address: string;
  /** Links from a seed. */
  readonly level: number;
  readonly status: number;
  /** The header's value. */
  readonly contentType: string | null;
  readonly title: string | null;
  /** Text of the page as it was sent, markup included; base64 if it is not text. */
  readonly body: string;
  readonly bodyEncoding: 'text' | 'base64';
  /** Decoded bytes of the whole page. */
  readonly bodyBytes: number;
  /** Does `body` end before the page does? */
  readonly bodyCut: boolean;
}

/** Input of a plug-in call. Fields may be added; `v` rises when one changes. */
export interface PluginEvent extends PluginPage {
  readonly v: 1;
  /** The name of the plug-in: one function can serve several. */
  readonly plugin: string;
  /**
   * Fields of the selection and of the plug-ins before; null when they are more than 1 MiB.
   */
  readonly record: Readonly<Record<string, Json>> | null;
}

/** The event as JSON. @param record its JSON */
export function pluginEvent(plugin: string, page: PluginPage, record: string): string {
  const shown = Buffer.byteLength(record) > MAX_EVENT_RECORD_BYTES ? 'null' : record;
  return `{"v":1,"plugin":${JSON.stringify(plugin)},"record":${shown},${JSON.stringify(page).slice(1)}`;
}

/** The body of a page, as in its event. @param charset as the page was read */
export function eventBody(
  body: Uint8Array,
  { contentType, charset }: { readonly contentType: string | null; readonly charset: string },
): Pick<PluginPage, 'body' | 'bodyEncoding' | 'bodyBytes' | 'bodyCut'> {
  const part = body.subarray(0, MAX_EVENT_BODY_BYTES);
  const isCut = part.length < body.length;
  if (!isText(contentType)) {
    return {
      body: Buffer.from(part).toString('base64'),
      bodyEncoding: 'base64',
      bodyBytes: body.length,
      bodyCut: isCut,
    };
  }
  const text = decodeText(part, charset);
  const fitting = fitted(isCut ? text.replace(/\ufffd$/, '') : text);
  return {
    body: fitting,
    bodyEncoding: 'text',
    bodyBytes: body.length,
    bodyCut: isCut || fitting.length < text.length,
  };
}

/** Cuts a text to the length that its JSON may take. */
function fitted(text: string): string {
  let part = text;
  while (Buffer.byteLength(JSON.stringify(part)) > MAX_BODY_JSON_BYTES) part = part.slice(0, part.length >> 1);
  return part;
}

const TEXT = /^text\/|[/+](?:xml|json|javascript|ecmascript)$/;

/** A page without a media type is read as HTML. */
const isText = (contentType: string | null): boolean =>
  TEXT.test(parseMediaType(contentType ?? '')?.type ?? 'text/html');
