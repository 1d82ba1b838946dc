import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type FunctionProps, SurfFunction } from './surf-function.ts';

/** Timeout of the functions that the state machine calls between units. */
export const CONTROL_SECONDS = 900;
const MARK_MEMORY_MB = 256;
const MARK_SECONDS = 60;
/** Memory for the names of all chunks of an execution. */
const FINISH_MEMORY_MB = 1_024;

/**
 * Functions that the state machine calls when a unit's worker died, and when an execution has
 * ended.
 */
export class ClosingFunctions extends Construct {
  readonly markDied: LambdaFunction;
  readonly finish: LambdaFunction;

  constructor(scope: Construct, id: string, props: FunctionProps) {
    super(scope, id);
    const { stores } = props;
    this.markDied = new SurfFunction(this, 'MarkDied', {
      ...props,
      verb: 'mark-died',
      memoryMb: MARK_MEMORY_MB,
      seconds: MARK_SECONDS,
      description: 'Marks a unit whose worker died',
    }).fn;
    stores.units.grant(this.markDied, 'UpdateItem');
    stores.hosts.grant(this.markDied, 'PutItem'); // the end of its leases
    stores.workflows.grant(this.markDied, 'Query', 'PutItem'); // the event

    this.finish = new SurfFunction(this, 'Finish', {
      ...props,
      verb: 'finish',
      memoryMb: FINISH_MEMORY_MB,
      seconds: CONTROL_SECONDS,
      description: 'Publishes what belongs to an ended execution and deletes what does not',
    }).fn;
    stores.workflows.grant(this.finish, 'GetItem', 'UpdateItem', 'Query', 'PutItem', 'BatchWriteItem');
    // It writes rows of executions that run, and deletes executions: their rows and objects.
    stores.tasks.grant(this.finish, 'Query', 'BatchWriteItem');
    stores.units.grant(this.finish, 'Query', 'BatchWriteItem');
    stores.archive.grantReadWrite(this.finish, 'executions/');
    stores.archive.grantDelete(this.finish);
  }
}
