import { Duration } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { METRIC } from '../../../lambdas/telemetry/metrics.env.ts';
import { type Deployment, resourceName } from '../../config/deployment.ts';
import type { AdvanceFunctions } from '../functions/advance-functions.ts';
import type { UnitWorkers } from '../functions/unit-workers.ts';
import type { CrawlMachine } from '../machine/crawl-machine.ts';
import { type Alarms, ownMetric } from './alarms.ts';

export interface CrawlDashboardProps extends Deployment {
  readonly alarms: Alarms;
  readonly crawl: CrawlMachine;
  readonly workers: UnitWorkers;
  readonly advance: AdvanceFunctions;
}

/** One page with the figures that an operator checks first: alarms, progress, money, workers. */
export class CrawlDashboard extends Construct {
  constructor(scope: Construct, id: string, props: CrawlDashboardProps) {
    super(scope, id);
    const { config, alarms, workers, advance } = props;
    const { machine } = props.crawl;
    const sum = { statistic: Stats.SUM, period: Duration.minutes(5) };
    const own = (...names: readonly string[]): IMetric[] => names.map((name) => ownMetric(config.stage, name, sum));
    const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 12 });
    new Dashboard(this, 'Resource', {
      dashboardName: resourceName(props, 'crawls'),
      widgets: [
        config.alarms.enabled
          ? [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.alarms], width: 24 })]
          : [],
        config.metrics
          ? [graph('Pages and waves', own(METRIC.pages, METRIC.waves)), graph('USD', own(METRIC.spend))]
          : [],
        [
          ...(config.metrics ? [graph('Units', own(METRIC.units, METRIC.unitsDied, METRIC.unitsNotStarted))] : []),
          graph('Runs', [machine.metricStarted(sum), machine.metricFailed(sum), machine.metricThrottled(sum)]),
        ],
        [
          graph(
            'Workers at once',
            workers.all.map((fn) => fn.metric('ConcurrentExecutions', { statistic: Stats.MAXIMUM })),
          ),
          graph('First runs', [advance.small.metricInvocations(sum), advance.small.metricErrors(sum)]),
          graph('Advance, ms', [advance.advance.metricDuration({ statistic: Stats.MAXIMUM })]),
        ],
      ],
    });
  }
}
