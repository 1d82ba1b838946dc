import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { type FunctionProps, SurfFunction } from './surf-function.ts';

/** Memory for a page, its parsed form, and the thread that extracts. */
const MEMORY_MB = 1_024;
/** 20 for fetching, the rest for extraction; the API's function waits for 27. */
const SECONDS = 25;

/**
 * Fetches one URL for `POST /v1/preview`, or a sample for `POST /v1/estimate`. It meets the hostile
 * web like a worker, and has no access to the deployment: its role may only write its log. The call
 * contains all that it needs (design.md §9).
 */
export class PreviewFunction extends Construct {
  readonly fn: LambdaFunction;

  constructor(scope: Construct, id: string, props: FunctionProps) {
    super(scope, id);
    this.fn = new SurfFunction(this, 'Function', {
      ...props,
      verb: 'preview',
      memoryMb: MEMORY_MB,
      seconds: SECONDS,
      description: 'Fetches one URL for a preview',
    }).fn;
  }

  /** Lets `caller` request previews. */
  grantCall(caller: LambdaFunction): Grant {
    caller.addEnvironment(SETTINGS.preview, this.fn.functionName);
    return Grant.addToPrincipal({
      grantee: caller,
      actions: ['lambda:InvokeFunction'],
      resourceArns: [this.fn.functionArn],
    });
  }
}
