import { Stack } from 'aws-cdk-lib';
import { Grant, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { BY_OWNER, EVERYONE, RUNNING } from '../../../adapters/aws/environment/names.env.ts';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { resourceName } from '../../config/deployment.ts';
import { configureNotifications, grantNotifications } from '../../config/notification-settings.ts';
import { configurePlugins } from '../../config/plugin-settings.ts';
import { configureStarts } from '../../config/start-settings.ts';
import type { SurfConfig } from '../../config/surf-config.ts';
import type { IndexFunction } from '../functions/index-function.ts';
import { type FunctionProps, SurfFunction } from '../functions/surf-function.ts';
import type { CrawlMachine } from './crawl-machine.ts';
import { ownService } from './own-service.ts';

const EVERY = 'rate(5 minutes)';
const MEMORY_MB = 256;
const SECONDS = 120;

export interface WatchdogProps extends FunctionProps {
  readonly crawl: CrawlMachine;
  readonly index: IndexFunction;
}

/**
 * Every five minutes, starts the next run of executions past their deadline and due schedules, and
 * sends messages. A failed call is not repeated, because the next one does the same.
 */
export class Watchdog extends Construct {
  readonly fn: LambdaFunction;

  constructor(scope: Construct, id: string, props: WatchdogProps) {
    super(scope, id);
    const { stores, crawl, index, config } = props;
    this.fn = new SurfFunction(this, 'Function', {
      ...props,
      verb: 'watchdog',
      memoryMb: MEMORY_MB,
      seconds: SECONDS,
      description: 'Starts what is due or past its deadline, and sends messages',
    }).fn;
    stores.workflows.grantIndex(this.fn, RUNNING);
    stores.workflows.grantIndex(this.fn, BY_OWNER); // whether a scheduled start has room beside others of its owner
    stores.workflows.grantIndex(this.fn, EVERYONE); // which executions are based on one that is to be deleted
    stores.workflows.grant(this.fn, 'GetItem', 'BatchGetItem', 'UpdateItem', 'Query', 'PutItem', 'BatchWriteItem');
    stores.archive.grantReadComparisons(this.fn);
    stores.archive.grantReadRegisters(this.fn); // which external links are due
    index.grantCall(this.fn);
    crawl.grantStart(this.fn);
    configureStarts(this.fn, config);
    configurePlugins(this.fn, config);
    configureNotifications(this.fn, config);
    grantNotifications(this.fn, config);
    this.#schedule(resourceName(props, 'watchdog'));
  }

  /** Lets it tell the operator's topic of incidents. @param url of the API, for commands */
  configureIncidents({ alarms }: SurfConfig, { topic, url }: { readonly topic: Topic; readonly url: string }): void {
    if (!alarms.enabled) return;
    const { usdPerDay, waveMinutes } = alarms;
    const settings = { topic: topic.topicArn, url, usdPerDay, waveMinutes };
    this.fn.addEnvironment(SETTINGS.incidents, Stack.of(this).toJsonString(settings));
    Grant.addToPrincipal({ grantee: this.fn, actions: ['sns:Publish'], resourceArns: [topic.topicArn] });
  }

  #schedule(name: string): void {
    const role = new Role(this, 'SchedulerRole', { assumedBy: ownService(this, 'scheduler') });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.fn.functionArn] }));
    const schedule = new CfnSchedule(this, 'Schedule', {
      name,
      scheduleExpression: EVERY,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: this.fn.functionArn,
        roleArn: role.roleArn,
        input: '{}',
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    });
    schedule.node.addDependency(role);
  }
}
