/**
 * Removes a body's Content-Encoding: the fetcher's own function, so that faults it forgave are
 * forgiven wherever an archived body is read. Unknown codings leave the body as it is; nothing
 * beyond `maxBytes` comes out.
 */
export type BodyDecoder = (
  contentEncoding: string,
  wireBody: Uint8Array,
  options: { readonly maxBytes: number },
) => { readonly ok: true; readonly body: Uint8Array } | { readonly ok: false; readonly end: string };
