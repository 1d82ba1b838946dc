import { CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Deployment } from './config/deployment.ts';
import { AddressLimit } from './constructs/api/address-limit.ts';
import { ApiEndpoint } from './constructs/api/api-endpoint.ts';
import { ApiFunction } from './constructs/api/api-function.ts';
import { FirstKey } from './constructs/api/first-key.ts';
import { AdvanceFunction } from './constructs/functions/advance-function.ts';
import { ClosingFunctions } from './constructs/functions/closing-functions.ts';
import type { FunctionCode } from './constructs/functions/function-code.ts';
import { PreviewFunction } from './constructs/functions/preview-function.ts';
import { UnitWorkers } from './constructs/functions/unit-workers.ts';
import { CrawlMachine } from './constructs/machine/crawl-machine.ts';
import { Watchdog } from './constructs/machine/watchdog.ts';
import { Alarms } from './constructs/monitoring/alarms.ts';
import { CrawlDashboard } from './constructs/monitoring/crawl-dashboard.ts';
import { MonthlyBudget } from './constructs/monitoring/monthly-budget.ts';
import { Stores } from './constructs/storage/stores.ts';

export interface SurfStackProps extends StackProps, Deployment {
  readonly code: FunctionCode;
}

/** Name of the stack of a stage. */
export const stackName = (stage: string): string => `surf-${stage}`;

/**
 * Everything that one deployment is. Only composition: each construct owns its grants and
 * environment names.
 */
export class SurfStack extends Stack {
  readonly watchdog: Watchdog;

  constructor(scope: Construct, id: string, props: SurfStackProps) {
    super(scope, id, { ...props, description: 'Surf, a web crawler', stackName: stackName(props.config.stage) });
    const deployment: Deployment = { config: props.config, target: props.target };
    const stores = new Stores(this, 'Stores', deployment);
    const { archive } = stores;
    const functions = { ...deployment, code: props.code, stores };
    const workers = new UnitWorkers(this, 'Workers', functions);
    const advance = new AdvanceFunction(this, 'Advance', { ...functions, workers });
    const closing = new ClosingFunctions(this, 'Closing', functions);
    const crawl = new CrawlMachine(this, 'Crawl', { ...deployment, archive, advance, workers, closing });
    this.watchdog = new Watchdog(this, 'Watchdog', { ...functions, crawl });
    const firstKey = new FirstKey(this, 'FirstKey', deployment);
    const preview = new PreviewFunction(this, 'Preview', functions);
    const api = new ApiFunction(this, 'Answers', { ...functions, crawl, preview, firstKey });
    const endpoint = new ApiEndpoint(this, 'Api', { ...deployment, api: api.fn });
    if (props.target === 'aws') {
      const alarms = new Alarms(this, 'Alarms', { ...deployment, crawl, watchdog: this.watchdog, endpoint, stores });
      const { usdPerMonth: usd } = props.config.alarms;
      if (usd !== null) new MonthlyBudget(this, 'Budget', { ...deployment, topic: alarms.topic, usd });
      const { requestsPerAddress: requests } = props.config.api;
      if (requests !== null) new AddressLimit(this, 'Addresses', { ...deployment, endpoint, requests });
      new CrawlDashboard(this, 'Dashboard', { ...deployment, alarms, crawl, workers, advance });
    }
    this.#tag(props.config);
    this.#print({ url: endpoint.url, key: firstKey.arn, bucket: archive.bucket.bucketName });
  }

  #tag({ stage, tags }: Deployment['config']): void {
    for (const [name, value] of Object.entries({ ...tags, 'surf:stage': stage })) Tags.of(this).add(name, value);
  }

  #print(addresses: { url: string; key: string; bucket: string }): void {
    new CfnOutput(this, 'ApiUrl', { value: addresses.url, description: 'Address of the API, and of the console' });
    new CfnOutput(this, 'FirstKeyCommand', {
      value: `aws secretsmanager get-secret-value --region ${this.region} --secret-id ${addresses.key} --query SecretString --output text`,
      description: 'Prints the first API key, for the header x-api-key',
    });
    new CfnOutput(this, 'ArchiveBucketName', { value: addresses.bucket, description: 'Archive of all crawls' });
  }
}
