import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { BY_OWNER, EVERYONE } from '../../../adapters/aws/environment/names.env.ts';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { configureNotifications } from '../../config/notification-settings.ts';
import { configurePlugins } from '../../config/plugin-settings.ts';
import { configurePrices, configureStarts } from '../../config/start-settings.ts';
import type { SurfConfig } from '../../config/surf-config.ts';
import type { IndexFunction } from '../functions/index-function.ts';
import type { PreviewFunction } from '../functions/preview-function.ts';
import { type FunctionProps, SurfFunction } from '../functions/surf-function.ts';
import type { CrawlMachine } from '../machine/crawl-machine.ts';

/**
 * Parsing a workflow of 256 KiB takes some CPU; a single file of an execution's whole archive is
 * built in memory (100 MB).
 */
const MEMORY_MB = 1_024;
/** Timeout of the function: API Gateway waits no longer. */
const SECONDS = 29;

export interface ApiFunctionProps extends FunctionProps {
  readonly crawl: CrawlMachine;
  readonly preview: PreviewFunction;
  readonly index: IndexFunction;
}

/**
 * Answers the REST API and serves the console. It starts and controls crawls; the only objects it
 * writes are files for downloads.
 */
export class ApiFunction extends Construct {
  readonly fn: LambdaFunction;

  constructor(scope: Construct, id: string, props: ApiFunctionProps) {
    super(scope, id);
    const { stores, crawl, preview, index, config } = props;
    this.fn = new SurfFunction(this, 'Function', {
      ...props,
      verb: 'api',
      memoryMb: MEMORY_MB,
      seconds: SECONDS,
      description: 'Answers the REST API',
    }).fn;
    stores.workflows.grant(this.fn, 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem');
    stores.workflows.grant(this.fn, 'BatchWriteItem'); // takes entries off the blocklist
    stores.workflows.grantIndex(this.fn, BY_OWNER);
    stores.workflows.grantIndex(this.fn, EVERYONE); // administrators' lists
    stores.tasks.grant(this.fn, 'BatchGetItem', 'Query');
    stores.units.grant(this.fn, 'BatchGetItem');
    stores.hosts.grant(this.fn, 'GetItem'); // robots.txt, for explain
    stores.archive.grantRead(this.fn);
    stores.archive.grantWriteDownloads(this.fn);
    crawl.grantStart(this.fn);
    preview.grantCall(this.fn);
    index.grantCall(this.fn);
    this.#configure(config);
  }

  #configure(config: SurfConfig): void {
    configureStarts(this.fn, config);
    configurePlugins(this.fn, config);
    configurePrices(this.fn, config);
    configureNotifications(this.fn, config);
    this.fn.addEnvironment(SETTINGS.identity, JSON.stringify(config.identity));
  }
}
