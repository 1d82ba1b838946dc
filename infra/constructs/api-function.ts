import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { BY_OWNER } from '../../adapters/aws/names.env.ts';
import { SETTINGS } from '../../lambdas/settings.env.ts';
import { userAgentOf } from '../surf-config.ts';
import type { CrawlMachine } from './crawl-machine.ts';
import { type FunctionProps, SurfFunction } from './surf-function.ts';

/** Parsing a workflow of 256 KiB takes some CPU; listing tasks of a large crawl takes some memory. */
const MEMORY_MB = 1_024;
/** API Gateway waits no longer. */
const SECONDS = 29;

/** Answers the REST API. It starts and controls crawls; it writes no object. */
export class ApiFunction extends Construct {
  readonly fn: LambdaFunction;

  constructor(scope: Construct, id: string, props: FunctionProps & { readonly crawl: CrawlMachine }) {
    super(scope, id);
    const { stores, crawl, config } = props;
    this.fn = new SurfFunction(this, 'Function', {
      ...props,
      verb: 'api',
      memoryMb: MEMORY_MB,
      seconds: SECONDS,
      description: 'Answers the REST API',
    }).fn;
    stores.workflows.grant(this.fn, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'Query');
    stores.workflows.grantIndex(this.fn, BY_OWNER);
    stores.tasks.grant(this.fn, 'BatchGetItem', 'Query');
    stores.units.grant(this.fn, 'Query');
    stores.archive.grantRead(this.fn);
    crawl.grantStart(this.fn);
    const { allowPrivateNetwork, connectTo } = config.crawl;
    const { issuer, clientId } = config.identity;
    const start = {
      userAgent: userAgentOf(config),
      allowPrivateNetwork,
      connectTo,
      limits: config.limits.administrator, // the first key is an administrator's
    };
    this.fn.addEnvironment(SETTINGS.start, JSON.stringify(start));
    this.fn.addEnvironment(SETTINGS.identity, JSON.stringify({ issuer, clientId }));
  }
}
