import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AwsPorts } from '#adapters/aws/aws-ports.ts';
import { AWS_RIVAL, RivalProcesses, type RivalTask } from '#test/contract/rivals.ts';
import { EXECUTION, sampleExecution, unitNumbers } from '#test/contract/samples.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { whenPresent } from '#test/when-present.ts';

const PROCESSES = 16;
const ROUNDS = 5;
const ONE_EACH = Array.from({ length: ROUNDS }, () => 1);

/** The promises about rivals where the rivals are processes, each with separate connections. */
whenPresent(PYTHON, () => {
  describe('sixteen client processes on one deployment', () => {
    let sixteen: RivalProcesses;
    let deployment: Deployment;
    let ports: AwsPorts;
    let place: string;
    beforeAll(async () => {
      sixteen = await RivalProcesses.start(PROCESSES, AWS_RIVAL);
      deployment = await Deployment.create(inject('emulator'));
      ports = deployment.ports();
      place = JSON.stringify({ endpoint: inject('emulator'), names: deployment.names });
    });
    afterAll(async () => {
      await sixteen.kill();
      await deployment.remove();
    });

    const winnersOfRounds = async (task: (round: number) => RivalTask, won: unknown) => {
      const winners: number[][] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await sixteen.all(place, task(round));
        winners.push(answers.flatMap((answer, i) => (answer === won ? [i] : [])));
      }
      return winners;
    };

    it('have exactly one winner of every commit, whose commit the row is (N11)', async () => {
      await ports.catalog.createExecution(sampleExecution({ wave: 0 }));
      const frontiers: (string | null)[] = [];

      const winners: number[][] = [];
      for (let wave = 0; wave < ROUNDS; wave++) {
        const condition = { wave, run: 1, desired: 'run', status: 'running' } as const;
        const answers = await sixteen.all(place, { type: 'commit', condition });
        winners.push(answers.flatMap((answer, i) => (answer === 'committed' ? [i] : [])));
        frontiers.push((await ports.catalog.execution(EXECUTION)).frontier);
      }

      expect(winners.map((numbers) => numbers.length)).toEqual(ONE_EACH);
      expect(frontiers).toEqual(winners.map(([number]) => `rival-${number}`));
    });

    it('have exactly one holder of every lease (N5)', async () => {
      const winners = await winnersOfRounds((round) => ({ type: 'lease', host: `host${round}.example` }), true);

      expect(winners.map((numbers) => numbers.length)).toEqual(ONE_EACH);
    });

    it('have exactly one that begins each unit', async () => {
      const winners = await winnersOfRounds((unit) => ({ type: 'begin', unit }), true);

      const rows = await ports.units.rows(EXECUTION, 1, unitNumbers(ROUNDS));
      expect(winners.map((numbers) => numbers.length)).toEqual(ONE_EACH);
      expect(rows.map(({ token }) => token)).toEqual(winners.map(([number]) => `rival-${number}`));
    });

    it('have exactly one that creates each object, whose bytes it has', async () => {
      const winners = await winnersOfRounds((round) => ({ type: 'put', key: `new/${round}/object` }), 'created');

      expect(winners.map((numbers) => numbers.length)).toEqual(ONE_EACH);
      for (const [round, [number]] of winners.entries()) {
        expect(Buffer.from(await ports.archive.get(`new/${round}/object`)).toString()).toBe(`rival-${number}`);
      }
    });

    it('number events without gaps and add shared ones once', async () => {
      for (let round = 0; round < ROUNDS; round++) await sixteen.all(place, { type: 'event', round });

      const events = await ports.catalog.events(EXECUTION, 1_000);
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: ROUNDS * (PROCESSES + 1) }, (_, i) => i + 1));
      expect(events.filter(({ text }) => text === 'shared')).toHaveLength(ROUNDS);
    });

    it('write task rows at once without losing one', async () => {
      await sixteen.all(place, { type: 'write-rows', rows: 300 });

      const { rows, next } = await ports.tasks.list(EXECUTION, 1_000);
      expect(rows).toHaveLength(300);
      expect(next).toBeNull();
    });
  });
});
