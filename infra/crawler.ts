import { Annotations, CfnOutput, Stack, Tags, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Deployment } from './config/deployment.ts';
import { AddressLimit } from './constructs/api/address-limit.ts';
import { ApiEndpoint } from './constructs/api/api-endpoint.ts';
import { ApiFunction } from './constructs/api/api-function.ts';
import { AdvanceFunctions } from './constructs/functions/advance-functions.ts';
import { ClosingFunctions } from './constructs/functions/closing-functions.ts';
import type { FunctionCode } from './constructs/functions/function-code.ts';
import { IndexFunction } from './constructs/functions/index-function.ts';
import { PreviewFunction } from './constructs/functions/preview-function.ts';
import { UnitWorkers } from './constructs/functions/unit-workers.ts';
import { CrawlMachine } from './constructs/machine/crawl-machine.ts';
import { Watchdog } from './constructs/machine/watchdog.ts';
import { Alarms } from './constructs/monitoring/alarms.ts';
import { CrawlDashboard } from './constructs/monitoring/crawl-dashboard.ts';
import { MonthlyBudget } from './constructs/monitoring/monthly-budget.ts';
import type { ArchiveBucket } from './constructs/storage/archive-bucket.ts';
import { Stores } from './constructs/storage/stores.ts';

/** Region of the prices in core/cost/prices.json. */
const PRICED_REGION = 'us-east-1';

export interface CrawlerProps extends Deployment {
  readonly code: FunctionCode;
}

/**
 * A complete deployment, in Surf's stack or another one. Only composition: each construct owns its
 * grants and environment names.
 */
export class Crawler extends Construct {
  readonly watchdog: Watchdog;
  readonly archive: ArchiveBucket;
  readonly endpoint: ApiEndpoint;

  constructor(scope: Construct, id: string, props: CrawlerProps) {
    super(scope, id);
    const deployment: Deployment = { config: props.config, target: props.target };
    const stores = new Stores(this, 'Stores', deployment);
    this.archive = stores.archive;
    const { archive } = stores;
    const functions = { ...deployment, code: props.code, stores };
    const workers = new UnitWorkers(this, 'Workers', functions);
    const closing = new ClosingFunctions(this, 'Closing', functions);
    const advance = new AdvanceFunctions(this, 'Advance', { ...functions, workers, closing });
    const crawl = new CrawlMachine(this, 'Crawl', { ...deployment, archive, advance, workers, closing });
    const index = new IndexFunction(this, 'Index', functions);
    this.watchdog = new Watchdog(this, 'Watchdog', { ...functions, crawl, index });
    const preview = new PreviewFunction(this, 'Preview', functions);
    const api = new ApiFunction(this, 'Answers', { ...functions, crawl, preview, index });
    this.endpoint = new ApiEndpoint(this, 'Api', { ...deployment, api: api.fn });
    const alarms = new Alarms(this, 'Alarms', deployment);
    const { watchdog, endpoint } = this;
    watchdog.configureIncidents(props.config, { topic: alarms.topic, url: endpoint.url });
    if (props.target === 'aws') {
      if (props.config.alarms.enabled) alarms.watch({ ...deployment, crawl, watchdog, endpoint, stores });
      advance.configureEvents(alarms.topic);
      const { usdPerMonth: usd } = props.config.alarms;
      if (usd !== null) new MonthlyBudget(this, 'Budget', { ...deployment, topic: alarms.topic, usd });
      const { requestsPerAddress: requests } = props.config.api;
      if (requests !== null) new AddressLimit(this, 'Addresses', { ...deployment, endpoint, requests });
      if (props.config.dashboard)
        new CrawlDashboard(this, 'Dashboard', { ...deployment, alarms, crawl, workers, advance });
    } else advance.configureEvents();
    for (const [name, value] of Object.entries(tagsOf(props))) Tags.of(this).add(name, value);
    this.#print();
    this.#warn(props);
  }

  #print(): void {
    new CfnOutput(this, 'ApiUrl', { value: this.endpoint.url, description: 'Address of the API, and of the console' });
    const value = this.archive.bucket.bucketName;
    new CfnOutput(this, 'ArchiveBucketName', { value, description: 'Archive of all crawls' });
  }

  #warn({ config, target }: Deployment): void {
    const { region } = Stack.of(this);
    if (config.contact === null) {
      Annotations.of(this).addWarningV2(
        'surf:contact',
        'no contact in the settings: owners of crawled sites cannot reach you, and may block you',
      );
    }
    if (target === 'aws' && config.prices === null && !Token.isUnresolved(region) && region !== PRICED_REGION) {
      Annotations.of(this).addWarningV2(
        'surf:prices',
        `no prices of ${region} in the settings: budgetUsd counts 1.6 times the prices of ${PRICED_REGION}, and ends crawls early`,
      );
    }
  }
}

/** Tags of all resources of a deployment. */
export const tagsOf = ({ config }: Deployment): Readonly<Record<string, string>> => ({
  ...config.tags,
  'surf:stage': config.stage,
});
