import { inject } from 'vitest';
import { amount } from '#test/campaign.ts';
import { boundedReads, type CountedTables } from '#test/contract/bounded-reads.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { whenPresent } from '#test/when-present.ts';

const READS = ['GetItem', 'BatchGetItem', 'Query'];

/** Reads are counted, not timed: a busy machine let the emulator answer after six seconds. */
const PATIENCE_MS = 60_000;

/** Counts requests as they are sent. */
async function open(): Promise<CountedTables> {
  const deployment = await Deployment.create(inject('emulator'), { requestTimeoutMs: PATIENCE_MS });
  const { ledger, ...ports } = deployment.ports();
  let before = 0;
  return {
    ports,
    reads() {
      const operations = ledger.operations();
      const sent = READS.reduce((sum, name) => sum + (operations[name]?.requests ?? 0), 0);
      const reads = sent - before;
      before = sent;
      return reads;
    },
    close: () => deployment.remove(),
  };
}

whenPresent(PYTHON, () =>
  boundedReads('DynamoDB', {
    open,
    most: amount({ gate: 400, campaign: 1_400 }), // 16 to 130 queries, 32 at once, look up a hundred rows
    // In the gate, too, a read for each row of a page would be more than `most`.
    sizes: [100, amount({ gate: 2_500, campaign: 100_000 })],
    pages: 5,
    listed: amount({ gate: 150, campaign: 1_000 }), // rows come by a hundred
  }),
);
