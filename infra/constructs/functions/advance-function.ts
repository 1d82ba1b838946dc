import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { configurePrices } from '../../config/start-settings.ts';
import { type FunctionProps, SurfFunction } from './surf-function.ts';
import type { UnitWorkers } from './unit-workers.ts';
import { grantUserSecrets } from './user-secrets.ts';

/** One virtual CPU: planning is CPU. core/cost/lambda.ts meters the same; a test compares them. */
const MEMORY_MB = 1_769;
/** Of the functions that the state machine calls between units. */
export const CONTROL_SECONDS = 900;

/** Closes waves and plans the next. */
export class AdvanceFunction extends Construct {
  readonly fn: LambdaFunction;

  constructor(scope: Construct, id: string, props: FunctionProps & { readonly workers: UnitWorkers }) {
    super(scope, id);
    const { stores, workers, config } = props;
    this.fn = new SurfFunction(this, 'Function', {
      ...props,
      verb: 'advance',
      memoryMb: MEMORY_MB,
      seconds: CONTROL_SECONDS,
      description: 'Closes a wave, decides what is next, plans the next wave',
    }).fn;
    stores.workflows.grant(this.fn, 'GetItem', 'UpdateItem', 'Query', 'PutItem');
    stores.tasks.grant(this.fn, 'BatchGetItem', 'BatchWriteItem');
    stores.units.grant(this.fn, 'BatchGetItem');
    stores.archive.grantReadWrite(this.fn, 'executions/');
    stores.archive.grantDelete(this.fn); // runs of a sort that did not fit in memory
    grantUserSecrets(this.fn, config.stage); // looks whether they can be used before each wave
    const bounds = { units: config.maxWorkers, unitSeconds: config.worker.seconds, memory: workers.memory };
    this.fn.addEnvironment(SETTINGS.bounds, JSON.stringify(bounds));
    configurePrices(this.fn, config);
    this.fn.addEnvironment(SETTINGS.mapForm, config.crawl.map);
    this.fn.addEnvironment(SETTINGS.workerOfFewHosts, workers.fewHosts.functionName);
    this.fn.addEnvironment(SETTINGS.workerOfManyHosts, workers.manyHosts.functionName);
  }
}
