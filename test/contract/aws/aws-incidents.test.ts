import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { IncidentState } from '#core/incident/incident-state.ts';
import { EXECUTION } from '#test/contract/samples.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { whenPresent } from '#test/when-present.ts';

const STATE: IncidentState = {
  v: 1,
  version: 1,
  seenUntil: 1_764_244_800_000,
  watched: [{ execution: EXECUTION, createdAt: 1, usd: 0.25, failedAt: null, open: ['crawl-stalled'] }],
  day: '2026-11-27',
  usd: 12.5,
  isSpendTold: true,
  waiting: [{ id: 'msg_1', subject: 'Surf main: a subject', text: 'a text\n' }],
};

whenPresent(PYTHON, () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await Deployment.create(inject('emulator'));
  });
  afterAll(() => deployment.remove());

  it('the state of incidents is written over the version before it only, and is read as it was written', async () => {
    const { incidents } = deployment.ports();
    const none = await incidents.state();
    const next = { ...STATE, version: 2, waiting: [] };

    const answers = [
      await incidents.saveState(STATE),
      await incidents.saveState({ ...STATE, usd: 1 }),
      await incidents.saveState({ ...next, version: 3 }),
      await incidents.saveState(next),
      await incidents.saveState(next), // as when the answer to the first try was lost
    ];

    expect(none).toBeNull();
    expect(answers).toEqual(['saved', 'conflict', 'conflict', 'saved', 'saved']);
    expect(await incidents.state()).toEqual(next);
  });
});
