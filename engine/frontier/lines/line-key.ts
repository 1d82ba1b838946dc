import type { KeyOf } from '#engine/external-sort/external-sort.ts';

/** Offset of the key in the record of a line: behind its length and `{"key":"`. */
const KEY_AT = 12;

/** Orders records of JSON lines by the 128 bits of their URL key, as three numbers. */
export const byLineKey: KeyOf = ({ bytes, at }) => {
  const key = bytes.toString('latin1', at + KEY_AT, at + KEY_AT + 32);
  return {
    a: Number.parseInt(key.slice(0, 11), 16),
    b: Number.parseInt(key.slice(11, 22), 16),
    c: Number.parseInt(key.slice(22), 16),
  };
};
