import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deflatedMember, deflatedParts, gunzip, gunzipMember, isGzip, storedMember } from '#core/bytes/gzip.ts';
import { codeOf } from '#core/error.ts';

const codeThrownBy = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return codeOf(error);
  }
  return undefined;
};
const noise = (size: number) => Buffer.from(Array.from({ length: size }, (_, i) => (i * 7919) & 255));

describe('storedMember', () => {
  it.each([0, 1, 65_534, 65_535, 65_536, 131_070, 200_000])(
    'frames %i bytes so that any gunzip gives them back',
    (size) => {
      const input = noise(size);

      const member = storedMember([input.subarray(0, 10), input.subarray(10)]);

      expect(gunzipSync(member).equals(input)).toBe(true);
      expect(isGzip(member)).toBe(true);
    },
  );
});

describe('members of many parts', () => {
  const parts = [1, 65_535, 0, 65_534, 3, 200_000, 1_048_576, 2_500_001].map(noise);
  const whole = Buffer.concat(parts);

  it('hold them in order, stored or deflated in pieces', () => {
    for (const member of [storedMember(parts), deflatedMember(parts, 3)]) {
      expect(gunzipSync(member).equals(whole)).toBe(true);
      expect(gunzipMember(member, 0, { maxBytes: whole.length }).end).toBe(member.length);
    }
    expect(deflatedMember(parts, 3).length).toBeLessThan(whole.length / 50);
  });

  it('that are large and do not shrink are stored where they lie', () => {
    const large = randomBytes(2_500_000);
    const mixed = [Buffer.from('head'), large, Buffer.alloc(2_000_000), Buffer.from('\r\n\r\n')];

    for (const given of [mixed, [large], [Buffer.alloc(2_000_000), large]]) {
      const made = deflatedParts(given, 3);
      const member = Buffer.concat(made);
      const stored = made.filter(({ buffer }) => buffer === large.buffer);

      expect(gunzipSync(member).equals(Buffer.concat(given))).toBe(true);
      expect(gunzipMember(member, 0, { maxBytes: 5_000_000 }).end).toBe(member.length);
      expect(stored.reduce((sum, { length }) => sum + length, 0)).toBe(large.length);
      expect(member.length).toBeLessThan(large.length + 15_000);
    }
  });

  it('are gzip without any bytes, too', () => {
    expect([gunzipSync(storedMember([])).length, gunzipSync(deflatedMember([], 3)).length]).toEqual([0, 0]);
  });
});

describe('gunzipMember', () => {
  it('reads members one after another, stored, deflated and foreign', () => {
    const foreign = gzipSync(Buffer.from('third'));
    const named = Buffer.concat([
      foreign.subarray(0, 3),
      Buffer.of(8),
      foreign.subarray(4, 10),
      Buffer.from('name\0'),
      foreign.subarray(10),
    ]);
    const all = Buffer.concat([
      storedMember([Buffer.from('first')]),
      deflatedMember([Buffer.from('sec'), Buffer.from('ond')], 3),
      named,
    ]);

    const texts: string[] = [];
    for (let at = 0; at < all.length; ) {
      const member = gunzipMember(all, at, { maxBytes: 100 });
      texts.push(Buffer.from(member.data).toString());
      at = member.end;
    }

    expect(texts).toEqual(['first', 'second', 'third']);
    expect(Buffer.from(gunzip(all, 100)).toString()).toBe('firstsecondthird');
  });

  it('refuses every member of which one byte was changed or cut off', () => {
    const good = deflatedMember([Buffer.from('a record that nobody may change')], 6);

    for (let cut = 0; cut < good.length; cut += 1)
      expect(codeThrownBy(() => gunzipMember(good.subarray(0, cut), 0, { maxBytes: 1000 }))).toBe('OBJECT_CORRUPT');
    for (let at = 10; at < good.length; at += 1) {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] ?? 0) ^ 1;
      expect(codeThrownBy(() => gunzipMember(bad, 0, { maxBytes: 1000 }))).toBe('OBJECT_CORRUPT');
    }
  });

  it('stops at maxBytes (N8: a bomb of zeros)', () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));

    expect(codeThrownBy(() => gunzipMember(bomb, 0, { maxBytes: 1_000_000 }))).toBe('OBJECT_CORRUPT');
    expect(codeThrownBy(() => gunzip(bomb, 1_000_000))).toBe('OBJECT_CORRUPT');
  });
});
