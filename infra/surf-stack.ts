import { CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Deployment } from './config/deployment.ts';
import { AdvanceFunction } from './constructs/advance-function.ts';
import { Alarms } from './constructs/alarms.ts';
import { ApiEndpoint } from './constructs/api-endpoint.ts';
import { ApiFunction } from './constructs/api-function.ts';
import { ClosingFunctions } from './constructs/closing-functions.ts';
import { CrawlDashboard } from './constructs/crawl-dashboard.ts';
import { CrawlMachine } from './constructs/crawl-machine.ts';
import { FirstKey } from './constructs/first-key.ts';
import type { FunctionCode } from './constructs/function-code.ts';
import { MonthlyBudget } from './constructs/monthly-budget.ts';
import { PreviewFunction } from './constructs/preview-function.ts';
import { Stores } from './constructs/stores.ts';
import { UnitWorkers } from './constructs/unit-workers.ts';
import { Watchdog } from './constructs/watchdog.ts';

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
