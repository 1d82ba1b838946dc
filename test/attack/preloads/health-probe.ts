import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What a probe found. */
export interface HealthReport {
  readonly slowestMs: number;
  readonly answers: number;
  /** Requests that were not answered with 200. */
  readonly failed: number;
}

/** Between two requests. */
const PAUSE_MS = 20;

/**
 * A thread that requests `/health` again and again, each time over a new connection, until it gets
 * a message: the load of the attack does not slow it.
 */
const { address } = workerData as { readonly address: string };
let going = true;
parentPort?.once('message', () => {
  going = false;
});

const asked = (): Promise<number> =>
  new Promise((resolve) => {
    const request = get(`${address}health`, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', () => resolve(0));
  });

let slowestMs = 0;
let answers = 0;
let failed = 0;
while (going) {
  const begun = performance.now();
  if ((await asked()) === 200) answers += 1;
  else failed += 1;
  slowestMs = Math.max(slowestMs, performance.now() - begun);
  await sleep(PAUSE_MS);
}
parentPort?.postMessage({ slowestMs, answers, failed } satisfies HealthReport);
