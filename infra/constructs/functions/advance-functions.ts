import { Duration } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SnsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { configurePlugins } from '../../config/plugin-settings.ts';
import { configurePrices, configureRoles } from '../../config/start-settings.ts';
import { type ClosingFunctions, CONTROL_SECONDS } from './closing-functions.ts';
import type { Verb } from './function-bundle.ts';
import { type FunctionProps, SurfFunction } from './surf-function.ts';
import type { UnitWorkers } from './unit-workers.ts';
import { grantUserSecrets } from './user-secrets.ts';

/**
 * One virtual CPU, because planning needs CPU. core/cost/lambda.ts meters the same; a test compares
 * them.
 */
const MEMORY_MB = 1_769;
/** The function waits most of its time. core/cost/lambda.ts has the same. */
const SMALL_MEMORY_MB = 256;

export interface AdvanceFunctionsProps extends FunctionProps {
  readonly workers: UnitWorkers;
  readonly closing: ClosingFunctions;
}

/**
 * Functions that close waves and plan the next: `advance` for any crawl, and `crawl-small` for the
 * first waves of each, which also calls their workers. Neither meets the web: workers do (ADR 54).
 */
export class AdvanceFunctions extends Construct {
  readonly advance: LambdaFunction;
  readonly small: LambdaFunction;

  constructor(scope: Construct, id: string, props: AdvanceFunctionsProps) {
    super(scope, id);
    const { workers, closing } = props;
    this.advance = this.#planner(props, {
      id: 'Function',
      verb: 'advance',
      memoryMb: MEMORY_MB,
      description: 'Closes a wave, decides what is next, plans the next wave',
    });
    this.small = this.#planner(props, {
      id: 'Small',
      verb: 'crawl-small',
      memoryMb: SMALL_MEMORY_MB,
      description: 'Plans and closes small waves, and has workers crawl them meanwhile',
    });
    this.small.addEnvironment(SETTINGS.markDied, closing.markDied.functionName);
    this.#letCall(this.small, [...workers.all, closing.markDied]);
    this.advance.addEnvironment(SETTINGS.finish, closing.finish.functionName);
    this.#letCall(this.advance, [closing.finish]); // rows, while the wave is crawled (ADR 71)
  }

  /**
   * Configures Lambda's handling of the events that begin crawls. The watchdog continues a
   * crawl after minutes; a later event finds a later run and does nothing.
   * @param topic receives a message about an event that Lambda gives up
   */
  configureEvents(topic?: ITopic): void {
    this.small.configureAsyncInvoke({
      retryAttempts: 2, // the last one begins within 15 minutes of the second one's end
      maxEventAge: Duration.hours(1),
      ...(topic !== undefined && { onFailure: new SnsDestination(topic) }),
    });
  }

  #letCall(grantee: LambdaFunction, functions: readonly LambdaFunction[]): void {
    const resourceArns = functions.map((fn) => fn.functionArn);
    Grant.addToPrincipal({ grantee, actions: ['lambda:InvokeFunction'], resourceArns });
  }

  #planner(
    props: AdvanceFunctionsProps,
    of: { id: string; verb: Verb; memoryMb: number; description: string },
  ): LambdaFunction {
    const { stores, workers, config } = props;
    const { id, ...shape } = of;
    const { fn } = new SurfFunction(this, id, { ...props, ...shape, seconds: CONTROL_SECONDS });
    stores.workflows.grant(fn, 'GetItem', 'UpdateItem', 'Query', 'PutItem');
    stores.tasks.grant(fn, 'BatchWriteItem');
    stores.units.grant(fn, 'BatchGetItem');
    stores.archive.grantReadWrite(fn, 'executions/');
    stores.archive.grantDelete(fn); // runs of a sort that did not fit in memory
    grantUserSecrets(fn, config.stage); // checks before each wave whether they can be used
    const bounds = { units: config.maxWorkers, unitSeconds: config.worker.seconds, memory: workers.memory };
    fn.addEnvironment(SETTINGS.bounds, JSON.stringify(bounds));
    configurePrices(fn, config);
    configureRoles(fn, config); // how much the owner of an execution may store
    configurePlugins(fn, config); // what their calls may cost is reserved
    fn.addEnvironment(SETTINGS.mapForm, config.crawl.map);
    fn.addEnvironment(SETTINGS.workerOfFewHosts, workers.fewHosts.functionName);
    fn.addEnvironment(SETTINGS.workerOfManyHosts, workers.manyHosts.functionName);
    return fn;
  }
}
