import { Size } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { type FunctionProps, SurfFunction } from './surf-function.ts';

/** Two threads for text have most of two CPUs; an index of 256 MB is in memory once. */
const MEMORY_MB = 3_008;
/** What a function may have; the build gives up in time to say why. */
const SECONDS = 900;
/** Text and links that are sorted, and the index. */
const DISK_MB = 3_072;

/**
 * Builds what no request can wait for: the index for searches of one execution, comparisons with
 * earlier ones, audits and exports, as the API's function and the watchdog hand them over. It reads
 * what executions are and archived, and writes nothing but these objects.
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

  /** Lets `caller` hand indexes, comparisons, audits and exports over. */
  grantCall(caller: LambdaFunction): Grant {
    caller.addEnvironment(SETTINGS.index, this.fn.functionName);
    return Grant.addToPrincipal({
      grantee: caller,
      actions: ['lambda:InvokeFunction'],
      resourceArns: [this.fn.functionArn],
    });
  }
}
