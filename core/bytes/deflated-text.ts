import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Bytes deflated (RFC 1951) and in base64 (RFC 4648 §4): for a field of a row, or of JSON. */
export const deflatedText = (bytes: Uint8Array): string => deflateRawSync(bytes).toString('base64');

/**
 * The bytes that `deflatedText` was given.
 * @param mostBytes most bytes that may come out
 * @throws Error with zlib's code: damaged, or more than `mostBytes`
 */
export const inflatedText = (text: string, mostBytes: number): Uint8Array =>
  inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: mostBytes });
