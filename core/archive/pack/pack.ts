import * as z from 'zod';
import { damagedObject, isParseError } from '#core/archive/damaged-object.ts';

/**
 * `waves/<n>/<random>.pack/objects`: small objects of one attempt to plan a wave, in one object. A
 * line of JSON lists the members; their bytes follow, in that order.
 */
export const PackHead = z.object({ v: z.literal(1), members: z.array(z.tuple([z.string(), z.int().nonnegative()])) });
type PackHead = z.infer<typeof PackHead>;

/** The objects of a pack by their keys. */
export type PackMembers = ReadonlyMap<string, Uint8Array>;

/** End of the name of an attempt whose objects a pack may hold. */
export const PACKED = '.pack';
const LF = 10;
/** A key that such an attempt made: of its wave, of a level, or a segment. */
const MADE = /^(executions\/[^/]+\/)(?:waves\/\d+\/|levels\/\d+\/|seen\/)((\d+)\.[^./]+\.pack)[/-]/;
const OBJECTS = 'objects';

/** The key of the pack that may hold an object; null: none does. */
export function packOf(key: string): string | null {
  const [, execution, attempt, wave] = MADE.exec(key) ?? [];
  if (attempt === undefined) return null;
  const pack = `${execution}waves/${wave}/${attempt}/${OBJECTS}`;
  return pack === key ? null : pack;
}

/** @returns the parts of the pack */
export function encodePack(members: PackMembers): Uint8Array[] {
  const head: PackHead = {
    v: 1,
    members: [...members].map(([key, { length }]): [string, number] => [key, length]),
  };
  return [Buffer.from(`${JSON.stringify(head)}\n`), ...members.values()];
}

/** @throws SurfError OBJECT_CORRUPT */
export function decodePack(bytes: Uint8Array, object: string): PackMembers {
  const end = bytes.indexOf(LF);
  if (end < 0) throw damagedObject(object, 'its list of members has no end');
  let offset = end + 1;
  const members = new Map<string, Uint8Array>();
  for (const [key, length] of headOf(bytes.subarray(0, end), object).members) {
    members.set(key, bytes.subarray(offset, offset + length));
    offset += length;
  }
  if (offset !== bytes.length) throw damagedObject(object, `it has ${bytes.length} bytes, its list says ${offset}`);
  return members;
}

function headOf(line: Uint8Array, object: string): PackHead {
  try {
    return PackHead.parse(JSON.parse(Buffer.from(line).toString()));
  } catch (error) {
    if (!isParseError(error)) throw error;
    throw damagedObject(object, 'its list of members is none', error);
  }
}
