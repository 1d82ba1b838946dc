import { expect, it } from 'vitest';
import { Cancellations } from '#adapters/http/cancellations.ts';

it('an abort cancels what its signal has in flight, and nothing else', () => {
  const cancellations = new Cancellations();
  const [one, other] = [new AbortController(), new AbortController()];
  const cancelled: string[] = [];
  const request = (name: string) => ({ cancel: () => cancelled.push(name) });
  const [a, b, c, d] = [request('a'), request('b'), request('c'), request('d')];
  cancellations.add(one.signal, a);
  cancellations.add(one.signal, b);
  cancellations.add(one.signal, c);
  cancellations.add(other.signal, d);
  cancellations.delete(one.signal, b);

  one.abort();

  expect(cancelled).toEqual(['a', 'c']);
});

it('a request that ends another while all are cancelled does no harm', () => {
  const cancellations = new Cancellations();
  const { signal } = new AbortController();
  const controller = new AbortController();
  const cancelled: string[] = [];
  const second = { cancel: () => cancelled.push('second') };
  const first = {
    cancel: () => {
      cancelled.push('first');
      cancellations.delete(controller.signal, second);
    },
  };
  cancellations.add(controller.signal, first);
  cancellations.add(controller.signal, second);
  cancellations.delete(signal, second);

  controller.abort();

  expect(cancelled).toEqual(['first', 'second']);
});
