import { Size } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { type FunctionProps, SurfFunction } from './surf-function.ts';

/** Two text threads use most of two CPUs; an index of 256 MB is in memory once. */
const MEMORY_MB = 3_008;
/** Lambda's maximum; the build gives up early enough to give a reason. */
const SECONDS = 900;
/** Disk for sorted text and links, and the index. */
const DISK_MB = 3_072;

/**
 * Does the work that no request can wait for: search indexes, comparisons with earlier executions,
 * audits and exports, as the API's function and the watchdog hand them over. It reads executions
 * and their archives, and writes nothing but these objects.
 */
export class IndexFunction extends Construct {
  readonly fn: LambdaFunction;

  constructor(scope: Construct, id: string, props: FunctionProps) {
    super(scope, id);
    const { stores } = props;
    this.fn = new SurfFunction(this, 'Function', {
      ...props,
      verb: 'index',
      memoryMb: MEMORY_MB,
      seconds: SECONDS,
      disk: Size.mebibytes(DISK_MB),
      description: 'Builds indexes for searches, compares ended executions, audits and exports them',
    }).fn;
    this.fn.configureAsyncInvoke({ retryAttempts: 0 }); // it records why it failed; one that died would die again
    stores.workflows.grantExecutionRows(this.fn, { workflows: true });
    stores.workflows.grantStoredSizes(this.fn); // of the files that it makes
    stores.tasks.grant(this.fn, 'BatchGetItem', 'Query');
    stores.archive.grantRead(this.fn, ['executions/']);
    stores.archive.grantWriteBuilds(this.fn);
  }

  /** Lets `caller` hand over indexes, comparisons, audits and exports. */
  grantCall(caller: LambdaFunction): Grant {
    caller.addEnvironment(SETTINGS.index, this.fn.functionName);
    return Grant.addToPrincipal({
      grantee: caller,
      actions: ['lambda:InvokeFunction'],
      resourceArns: [this.fn.functionArn],
    });
  }
}
