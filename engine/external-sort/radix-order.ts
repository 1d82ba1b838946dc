/** Numbers of a sort key: a, b, c. */
const KEY = 3;
/**
 * Many records are sorted by digits of 16 bits, fewer by digits of 12: counting a digit costs a
 * pass over its values.
 */
const RADIX = 65_536;
const SMALL_RADIX = 4_096;
const MANY = 131_072;
/** Still fewer are compared. */
const FEW = 4_096;

/**
 * The order of `count` keys of three numbers: an LSD radix sort, digit by digit from the least
 * important on, each pass keeping the order so far. It takes a tenth of the time of a sort that
 * compares. Equal keys stay in their order.
 * @param keys a, b, c of each key, one after another: whole numbers below 2^53
 */
export function radixOrder(keys: Float64Array, count: number): Uint32Array {
  let order = new Uint32Array(count).map((_, i) => i);
  if (count <= FEW) return order.sort((i, j) => compareAt(keys, i * KEY, j * KEY));
  const radix = count < MANY ? SMALL_RADIX : RADIX;
  let next = new Uint32Array(count);
  for (const field of [2, 1, 0]) {
    const { least, most } = boundsOf(keys, count, field);
    for (let unit = 1; unit <= most && least < most; unit *= radix) {
      sortByDigit(order, next, { keys, field, unit, radix });
      [order, next] = [next, order];
    }
  }
  return order;
}

const compareAt = (keys: Float64Array, x: number, y: number): number =>
  (keys[x] ?? 0) - (keys[y] ?? 0) || (keys[x + 1] ?? 0) - (keys[y + 1] ?? 0) || (keys[x + 2] ?? 0) - (keys[y + 2] ?? 0);

function boundsOf(keys: Float64Array, count: number, field: number): { least: number; most: number } {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const number = keys[i * KEY + field] ?? 0;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  return { least, most };
}

/** One digit of each key: of a field, in units of a power of `radix`. */
interface Digits {
  readonly keys: Float64Array;
  readonly field: number;
  readonly unit: number;
  readonly radix: number;
}

/** Digit of a key, without `%`, which is a call of the runtime for numbers above 2^31. */
function digitOf({ keys, field, unit, radix }: Digits, i: number): number {
  const units = Math.floor((keys[i * KEY + field] ?? 0) / unit);
  return units - Math.floor(units / radix) * radix;
}

/** Writes into `to` what `from` has, ordered by one digit. */
function sortByDigit(from: Uint32Array, to: Uint32Array, digits: Digits): void {
  const { radix } = digits;
  const starts = new Uint32Array(radix + 1);
  for (const i of from) {
    const digit = digitOf(digits, i) + 1;
    starts[digit] = (starts[digit] ?? 0) + 1;
  }
  for (let digit = 1; digit <= radix; digit++) starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
  for (const i of from) {
    const digit = digitOf(digits, i);
    const place = starts[digit] ?? 0;
    to[place] = i;
    starts[digit] = place + 1;
  }
}
