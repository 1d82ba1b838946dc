import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { METRICS_NAMESPACE, serviceOf } from '../../../lambdas/telemetry/metrics.env.ts';
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
  /** The alarm is raised from 1 on. */
  readonly metric: IMetric;
  /** A missing value counts as bad, too, after several periods in a row. */
  readonly isSilenceBad?: boolean;
}

const SILENT_PERIODS = 3;

/** One of Surf's metrics, over all functions of the deployment. */
export const ownMetric = (stage: string, name: string, how: { statistic: string; period: Duration }): Metric =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: serviceOf(stage) },
    ...how,
  });

/**
 * The operator's topic, and alarms on what only AWS knows: one metric of AWS each, at most four,
 * because each costs 0.10 USD a month beyond the ten free ones of an account. The watchdog
 * publishes incidents that rows show (ADR 100). With `alarms.enabled: false` Surf sends no alarms.
 */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly #alarms: Alarm[] = [];

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    const { email } = deployment.config.alarms;
    this.topic = new Topic(this, 'Topic', { topicName: resourceName(deployment, 'alarms'), enforceSSL: true });
    Validations.of(this.topic).acknowledge({
      id: 'AwsSolutions-SNS2',
      reason:
        'CloudWatch cannot publish to a topic that is encrypted with the free key; messages name metrics and executions, and nothing secret.',
    });
    this.#letAlarmsPublish(deployment);
    if (email !== null) this.topic.addSubscription(new EmailSubscription(email));
  }

  get alarms(): readonly Alarm[] {
    return this.#alarms;
  }

  /** Adds the alarms. */
  watch(props: AlarmsProps): void {
    this.#alarms.push(...rulesOf(props).map((rule) => this.#alarm(props, rule)));
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

  #alarm(deployment: Deployment, { name, why, metric, isSilenceBad = false }: Rule): Alarm {
    const periods = isSilenceBad ? SILENT_PERIODS : 1;
    const alarm = new Alarm(this, name, {
      alarmName: resourceName(deployment, name),
      alarmDescription: why,
      metric,
      threshold: 1,
      evaluationPeriods: periods,
      datapointsToAlarm: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isSilenceBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    return alarm;
  }
}

function rulesOf({ crawl, watchdog, endpoint, stores }: AlarmsProps): Rule[] {
  const quarter = { statistic: Stats.SUM, period: Duration.minutes(15) };
  return [
    {
      name: 'watchdog-silent',
      why: 'The watchdog has failed, or has not run, for a quarter of an hour: its log says why.',
      // Lambda reports 0 errors of a call that succeeds, so that one metric shows both.
      metric: watchdog.fn.metricErrors({ statistic: Stats.SUM, period: Duration.minutes(5) }),
      isSilenceBad: true,
    },
    {
      name: 'runs-failed',
      why: 'Runs of the state machine failed. The watchdog continues their crawls; look at the failed state.',
      metric: crawl.machine.metricFailed(quarter),
    },
    {
      name: 'workflows-throttled',
      why: 'The table of workflows and executions is throttled: raise tables.writeCeiling.',
      metric: stores.workflows.table.metric('WriteThrottleEvents', quarter),
    },
    {
      name: 'api-errors',
      why: 'The API answered 5xx: its log says why.',
      metric: endpoint.restApi.metricServerError(quarter),
    },
  ];
}
