import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { METRIC, METRICS_NAMESPACE, serviceOf } from '../../../lambdas/telemetry/metrics.env.ts';
import { type Deployment, resourceName } from '../../config/deployment.ts';
import type { ApiEndpoint } from '../api/api-endpoint.ts';
import type { CrawlMachine } from '../machine/crawl-machine.ts';
import type { Watchdog } from '../machine/watchdog.ts';
import type { Stores } from '../storage/stores.ts';

export interface AlarmsProps extends Deployment {
  readonly crawl: CrawlMachine;
  readonly watchdog: Watchdog;
  readonly endpoint: ApiEndpoint;
  readonly stores: Stores;
}

interface Rule {
  readonly name: string;
  readonly why: string;
  readonly metric: IMetric;
  /** Threshold: the alarm is raised at or above it, with `below` under it. */
  readonly at: number;
  readonly below?: true;
}

/** One of Surf's metrics, over all functions of the deployment. */
export const ownMetric = (stage: string, name: string, how: { statistic: string; period: Duration }): Metric =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: serviceOf(stage) },
    ...how,
  });

/**
 * Ten alarms of one metric each, which is what CloudWatch offers for free, and their topic. With
 * `metrics: false` only alarms on AWS's own metrics; with `alarms.enabled: false` none.
 */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { email } = props.config.alarms;
    this.topic = new Topic(this, 'Topic', { topicName: resourceName(props, 'alarms'), enforceSSL: true });
    Validations.of(this.topic).acknowledge({
      id: 'AwsSolutions-SNS2',
      reason:
        'CloudWatch cannot publish to a topic that is encrypted with the free key; alarms name metrics and nothing secret.',
    });
    this.#letAlarmsPublish(props);
    if (email !== null) this.topic.addSubscription(new EmailSubscription(email));
    this.alarms = rulesOf(props)
      .filter(({ metric }) => props.config.alarms.enabled && (props.config.metrics || !isOwn(metric)))
      .map((rule) => this.#alarm(props, rule));
  }

  /**
   * `enforceSSL` writes a policy, which replaces the default one of the topic, and with it
   * CloudWatch's right to publish.
   */
  #letAlarmsPublish(deployment: Deployment): void {
    const { account } = Stack.of(this);
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: `${resourceName(deployment, '')}*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisStage',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': account }, ArnLike: { 'aws:SourceArn': alarms } },
      }),
    );
  }

  #alarm(deployment: Deployment, { name, why, metric, at, below }: Rule): Alarm {
    const alarm = new Alarm(this, name, {
      alarmName: resourceName(deployment, name),
      alarmDescription: why,
      metric,
      threshold: at,
      evaluationPeriods: 1,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    return alarm;
  }
}

const isOwn = (metric: IMetric): boolean => metric instanceof Metric && metric.namespace === METRICS_NAMESPACE;

function rulesOf(props: AlarmsProps): Rule[] {
  const { alarms, stage } = props.config;
  const quarter = { statistic: Stats.SUM, period: Duration.minutes(15) };
  const own = (name: string, how = quarter): Metric => ownMetric(stage, name, how);
  const throttled = (table: Table): IMetric => table.metric('WriteThrottleEvents', quarter);
  return [
    ...ofRuns(props, quarter),
    { name: 'crawls-failed', why: 'A crawl ended as failed: its status says why.', metric: own(METRIC.failed), at: 1 },
    {
      name: 'workers-throttled',
      why: 'Workers could not be started for minutes: raise the account’s concurrent Lambdas, or lower maxWorkers.',
      metric: own(METRIC.unitsNotStarted),
      at: 1,
    },
    {
      name: 'workflows-throttled',
      why: 'The table of workflows and executions is throttled: raise tables.writeCeiling.',
      metric: throttled(props.stores.workflows.table),
      at: 1,
    },
    {
      name: 'tasks-throttled',
      why: 'The table of tasks is throttled for long: raise tables.writeCeiling.',
      metric: throttled(props.stores.tasks.table),
      at: 1_000,
    },
    {
      name: 'oldest-wave',
      why: 'A wave, wait or control call is long past its deadline, and the watchdog did not help.',
      metric: own(METRIC.overdueMinutes, { statistic: Stats.MAXIMUM, period: Duration.minutes(15) }),
      at: alarms.waveMinutes,
    },
    {
      name: 'spend',
      why: 'Crawls have used more money in a day than alarms.usdPerDay says.',
      metric: own(METRIC.spend, { statistic: Stats.SUM, period: Duration.days(1) }),
      at: alarms.usdPerDay,
    },
    {
      name: 'watchdog-silent',
      why: 'The watchdog has not run for a quarter of an hour.',
      metric: props.watchdog.fn.metricInvocations(quarter),
      at: 1,
      below: true,
    },
    {
      name: 'api-errors',
      why: 'The API answered 5xx: its log says why.',
      metric: props.endpoint.restApi.metricServerError(quarter),
      at: 1,
    },
  ];
}

function ofRuns(props: AlarmsProps, how: { statistic: string; period: Duration }): Rule[] {
  const { machine } = props.crawl;
  return [
    {
      name: 'runs-failed',
      why: 'Runs of the state machine failed. The watchdog continues their crawls; look at the failed state.',
      metric: machine.metricFailed(how),
      at: 1,
    },
    {
      name: 'runs-throttled',
      why: 'Step Functions throttles our state transitions: ask for a higher quota, or start fewer crawls at once.',
      metric: machine.metricThrottled(how),
      at: 1,
    },
  ];
}
