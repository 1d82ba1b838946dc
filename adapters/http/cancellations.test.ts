import { expect, it } from 'vitest';
import { Cancellations } from '#adapters/http/cancellations.ts';

it('an abort cancels what its signal has in flight, and nothing else', () => {
  const cancellations = new Cancellations();
  const [one, other] = [new AbortController(), new AbortController()];
  const cancelled: string[] = [];
  const request = (name: string) => ({ cancelPlace: -1, cancel: () => cancelled.push(name) });
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
  const second = { cancelPlace: -1, cancel: () => cancelled.push('second') };
  const first = {
    cancelPlace: -1,
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

it('a request that ends twice takes no other with it', () => {
  const cancellations = new Cancellations();
  const controller = new AbortController();
  const cancelled: string[] = [];
  const requests = ['a', 'b', 'c', 'd'].map((name) => ({ cancelPlace: -1, cancel: () => cancelled.push(name) }));
  for (const request of requests) cancellations.add(controller.signal, request);
  const [a, , , d] = requests;
  for (const ended of [a, a, d, d]) if (ended !== undefined) cancellations.delete(controller.signal, ended);

  controller.abort();

  expect(cancelled.sort()).toEqual(['b', 'c']);
});
