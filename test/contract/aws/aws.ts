import { inject } from 'vitest';
import type { AwsPorts } from '#adapters/aws/aws-ports.ts';
import type { AwsClients } from '#adapters/aws/calls/aws-clients.ts';
import { amount } from '#test/campaign.ts';
import type { CreateFixture } from '#test/contract/fixture.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { EVERYTHING } from '#test/faults/fault-plan.ts';
import { FaultProxy } from '#test/faults/fault-proxy.ts';
import { HastyClock } from '#test/hasty-clock.ts';

/**
 * Adapters over fresh tables and a fresh bucket. Each instance has separate ports, as each
 * invocation has.
 */
export function overDeployment<Port>(adapter: (ports: AwsPorts) => Port): CreateFixture<Port> {
  return async () => {
    const deployment = await Deployment.create(inject('emulator'));
    shortenPages(deployment.clients);
    const rival = (): Port => adapter(deployment.ports());
    return { port: rival(), rival, cleanup: () => deployment.remove() };
  };
}

/**
 * The same behind a proxy that lets everything go wrong.
 * @param seed of the first fixture; each one has another
 */
export function overFaults<Port>(seed: number, adapter: (ports: AwsPorts) => Port): CreateFixture<Port> {
  let next = seed;
  return async () => {
    const emulator = inject('emulator');
    const proxy = await FaultProxy.start(emulator, { seed: next++, rates: EVERYTHING });
    const through = { endpoint: proxy.endpoint, requestTimeoutMs: 3_000, transferTimeoutMs: 3_000 };
    const deployment = await Deployment.create(emulator, through);
    shortenPages(deployment.clients);
    const clock = new HastyClock();
    const rival = (): Port => adapter(deployment.ports({ clock }));
    const cleanup = async () => {
      await proxy.stop();
      await deployment.remove();
    };
    return { port: rival(), rival, cleanup };
  };
}

const KEYS_PER_PAGE = 100;

/** Objects of three pages in the gate; in a campaign more than S3 itself gives at once. */
export const LISTED = amount({ gate: 205, campaign: 1_205 });

/** S3 gives fewer keys a page than its thousand when it is asked to, which takes fewer objects. */
function shortenPages({ s3 }: Pick<AwsClients, 's3'>): void {
  if (LISTED > 1_000) return;
  s3.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        next(
          commandName === 'ListObjectsV2Command' ? { ...args, input: { ...args.input, MaxKeys: KEYS_PER_PAGE } } : args,
        ),
    { step: 'initialize' },
  );
}
