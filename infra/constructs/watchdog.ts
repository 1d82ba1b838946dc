import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import { RUNNING } from '../../adapters/aws/names.env.ts';
import { resourceName } from '../deployment.ts';
import type { CrawlMachine } from './crawl-machine.ts';
import { type FunctionProps, SurfFunction } from './surf-function.ts';

const EVERY = Duration.minutes(5);
const MEMORY_MB = 256;
const SECONDS = 120;

/** Starts the next run of executions that are past their deadline, every five minutes. A call that fails is not repeated: the next one does the same. */
export class Watchdog extends Construct {
  readonly fn: LambdaFunction;

  constructor(scope: Construct, id: string, props: FunctionProps & { readonly crawl: CrawlMachine }) {
    super(scope, id);
    const { stores, crawl } = props;
    this.fn = new SurfFunction(this, 'Function', {
      ...props,
      verb: 'watchdog',
      memoryMb: MEMORY_MB,
      seconds: SECONDS,
      description: 'Starts the next run of executions that are past their deadline',
    }).fn;
    stores.workflows.grantIndex(this.fn, RUNNING);
    stores.workflows.grant(this.fn, 'GetItem', 'BatchGetItem', 'UpdateItem', 'Query', 'PutItem');
    crawl.grantStart(this.fn);
    new Schedule(this, 'Schedule', {
      scheduleName: resourceName(props, 'watchdog'),
      description: 'Starts the next run of executions that are past their deadline',
      schedule: ScheduleExpression.rate(EVERY),
      target: new LambdaInvoke(this.fn, {
        retryAttempts: 0,
        maxEventAge: Duration.minutes(1),
        input: ScheduleTargetInput.fromObject({}),
      }),
    });
  }
}
