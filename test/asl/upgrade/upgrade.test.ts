import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Workflow } from '#core/workflow/workflow.ts';
import { machineOf, type TemplateMachine } from '#test/asl/machine-definition.ts';
import { chain, modelWorker } from '#test/asl/model-crawl.ts';
import { SurfMachine, type SurfMachineOptions } from '#test/asl/surf-machine.ts';
import { synthesize } from '../../infra/template.ts';

/** The state machine as it was deployed on that day; never changed. */
const EARLIER = JSON.parse(readFileSync(new URL('definition-2026-11-23.json', import.meta.url), 'utf8')) as object;
const PAGES = 6;
const WEB = chain(PAGES);
const WORKFLOW = Workflow.parse({
  seeds: WEB.seeds,
  scope: { mode: 'any' },
  limits: { depth: null, pages: null },
  politeness: { delaySeconds: 1 },
});

let earlier: TemplateMachine;
/** The one of today, with a state renamed: so that runs show by which one they went. */
let renamed: unknown;
beforeAll(() => {
  const current = machineOf(synthesize().template);
  earlier = { ...current, definition: EARLIER };
  renamed = JSON.parse(JSON.stringify(current.definition).replaceAll('"Decide"', '"Choose"'));
});

/** A chain of pages, one a wave, under the earlier state machine and the functions of today. */
async function crawledAfterUpgrade(change: Partial<SurfMachineOptions>): Promise<SurfMachine> {
  const surf = new SurfMachine({ machine: earlier, worker: modelWorker(WEB), ...change });
  await surf.start(WORKFLOW);
  await surf.settleWithWatchdog();
  return surf;
}

/** What each run called the state behind `Advance`. */
const choices = (surf: SurfMachine): (string | undefined)[] =>
  [...surf.steps.runs.values()].map(({ entered }) => entered[entered.indexOf('Advance') + 1]);

describe('an upgrade while a crawl runs', () => {
  it.each(['inline', 'distributed'] as const)(
    'ends the run that works by the machine it began with, the next by the new one (%s)',
    async (mapForm) => {
      const work = modelWorker(WEB);
      const surf = await crawledAfterUpgrade({
        mapForm,
        worker: async (ticket, of) => {
          if (ticket.wave === 3) of.steps.update(renamed);
          await work(ticket, of);
        },
      });

      const { status, counts } = await surf.catalog.execution(surf.id);
      expect([status, counts.stored, counts.pending]).toEqual(['succeeded', PAGES, 0]);
      expect(choices(surf)).toEqual(['Decide', 'Decide', 'Decide', 'Choose', 'Choose', 'Choose', 'Choose']);
      expect(surf.runsThat('FAILED')).toEqual([]);
    },
  );

  it('needs no new state machine: today’s functions end a crawl under the earlier one, deaths of workers included', async () => {
    const surf = await crawledAfterUpgrade({
      worker: modelWorker(WEB, ({ wave }) => wave === 2),
    });

    const { status, counts } = await surf.catalog.execution(surf.id);
    expect([status, counts.stored, counts.pending]).toEqual(['succeeded', PAGES, 0]);
    expect(new Set(choices(surf))).toEqual(new Set(['Decide']));
    expect(surf.telemetry.counts.get('UnitsDied')).toBe(1);
  });
});
