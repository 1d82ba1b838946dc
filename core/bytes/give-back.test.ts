import { describe, expect, it } from 'vitest';
import { giveBack } from '#core/bytes/give-back.ts';

const MEGABYTE = 1024 * 1024;

describe('giveBack', () => {
  it('leaves nothing of large buffers, whatever part of them it gets, and takes no offence at a second time', () => {
    const whole = new Uint8Array(MEGABYTE);
    const part = Buffer.allocUnsafeSlow(MEGABYTE).subarray(10, 20);

    giveBack([whole, part]);
    giveBack([whole, part]);

    expect([whole.byteLength, part.byteLength, part.buffer.byteLength]).toEqual([0, 0, 0]);
  });

  it('leaves small buffers as they are: Node cuts them out of a common one', () => {
    const [mine, another] = [Buffer.from('mine'), Buffer.from('another')];

    giveBack([mine]);

    expect([mine.toString(), another.toString()]).toEqual(['mine', 'another']);
    expect(mine.buffer.byteLength).toBe(Buffer.poolSize);
  });
});
