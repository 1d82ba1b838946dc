import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { AttackedDeployment } from '#test/attack/targets/attacked-deployment.ts';

/** How one attack of a staged scene is listed. */
export interface StagedAttack {
  /** Unique in the whole suite; fits a host name. */
  readonly id: string;
  readonly sends: string;
  readonly must: string;
  /** Why this cannot be tried at a deployment. @default as the scene says */
  readonly notDeployed?: string;
}

/**
 * Attacks that one crawl of a hostile server cannot show: on the API of a running server, on the
 * data folder, on the process. The scene starts what it needs (real processes and servers on
 * loopback), attacks, judges, and ends everything it started.
 */
export interface StagedScene {
  readonly name: string;
  /** Part of `npm run test:all`: takes a few seconds at most. */
  readonly quick: boolean;
  readonly attacks: readonly StagedAttack[];
  /** @returns one outcome for each of `attacks`; `seen` has the figure that was measured */
  readonly stage: () => Promise<readonly AttackOutcome[]>;
  /**
   * The attacks that a deployment can be tried with.
   * @returns one outcome for each attack without `notDeployed`
   */
  readonly stageDeployed?: (at: AttackedDeployment) => Promise<readonly AttackOutcome[]>;
  /** Why none of the attacks can be tried at a deployment. */
  readonly notDeployed?: string;
}
