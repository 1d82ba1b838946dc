import { ArnFormat, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Grant, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../../adapters/aws/environment/names.env.ts';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { type Deployment, resourceName } from '../../config/deployment.ts';
import type { AdvanceFunctions } from '../functions/advance-functions.ts';
import { type ClosingFunctions, CONTROL_SECONDS } from '../functions/closing-functions.ts';
import type { UnitWorkers } from '../functions/unit-workers.ts';
import { nagName } from '../nag-name.ts';
import type { ArchiveBucket } from '../storage/archive-bucket.ts';
import { crawlDefinition } from './crawl-definition.ts';
import { ownService } from './own-service.ts';

/** Ends of the ARNs of runs, after the name of the machine: of children, and of all. */
const RUNS = ['/*', ':*'];

export interface CrawlMachineProps extends Deployment {
  readonly archive: ArchiveBucket;
  readonly advance: AdvanceFunctions;
  readonly workers: UnitWorkers;
  readonly closing: ClosingFunctions;
}

/**
 * The state machine: one run carries one wave, and starts the next. It keeps no state: tables and
 * objects do.
 */
export class CrawlMachine extends Construct {
  readonly machine: StateMachine;
  readonly #arn: string;
  readonly #name: string;
  readonly #role: Role;
  readonly #small: LambdaFunction;

  constructor(scope: Construct, id: string, props: CrawlMachineProps) {
    super(scope, id);
    const { config, target, archive, workers } = props;
    const { markDied, finish } = props.closing;
    const { advance, small } = props.advance;
    this.#small = small;
    const stack = Stack.of(this);
    this.#name = resourceName(props, 'crawl');
    // The machine's ARN by name: it starts itself, and a reference would be circular.
    this.#arn = stack.formatArn({
      service: 'states',
      resource: 'stateMachine',
      resourceName: this.#name,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.#role = new Role(this, 'Role', { assumedBy: ownService(this, 'states') });
    const definition = crawlDefinition({
      partition: stack.partition,
      machineArn: this.#arn,
      advanceArn: advance.functionArn,
      markDiedArn: markDied.functionArn,
      finishArn: finish.functionArn,
      bucket: archive.bucket.bucketName,
      workerSeconds: workers.seconds,
      controlSeconds: CONTROL_SECONDS,
    });
    const logs = target === 'aws' ? this.#logs(config.logRetentionDays) : undefined;
    this.machine = new StateMachine(this, 'Resource', {
      stateMachineName: this.#name,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(stack.toJsonString(definition)),
      role: this.#role,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(logs !== undefined && { logs: { destination: logs, level: LogLevel.ERROR, includeExecutionData: false } }),
    });
    // `small` is for runs that began under the definition of an earlier version.
    this.#allow(
      ['lambda:InvokeFunction'],
      [advance, small, ...workers.all, markDied, finish].map((fn) => fn.functionArn),
    );
    archive.grantReadTickets(this.#role);
    this.#grantContinue(small);
    this.#allowItself(stack);
    this.#acknowledge();
  }

  /** Lets `fn` start executions and runs (`SfnRunner`). */
  grantStart(fn: LambdaFunction): Grant {
    fn.addEnvironment(SETTINGS.firstRun, this.#small.functionName);
    const resourceArns = [this.#small.functionArn];
    const first = Grant.addToPrincipal({ grantee: fn, actions: ['lambda:InvokeFunction'], resourceArns });
    return first.combine(this.#grantContinue(fn));
  }

  #grantContinue(fn: LambdaFunction): Grant {
    fn.addEnvironment(ENVIRONMENT.machineArn, this.#arn);
    return Grant.addToPrincipal({
      grantee: fn,
      actions: ['states:StartExecution'],
      resourceArns: [this.#arn],
    });
  }

  #allow(actions: string[], resources: string[]): void {
    this.#role.addToPolicy(new PolicyStatement({ actions, resources }));
  }

  /**
   * Allows starting the next run and the children of a Distributed Map, and following and stopping
   * those. ARNs of children are `execution:NAME/LABEL:ID`; the guide and CDK grant
   * `execution:NAME:*`. No emulator evaluates this role, so it has both.
   * @see https://docs.aws.amazon.com/step-functions/latest/dg/iam-policies-eg-dist-map.html
   */
  #allowItself(stack: Stack): void {
    this.#allow(['states:StartExecution'], [this.#arn]);
    const runs = RUNS.map((pattern) =>
      stack.formatArn({
        service: 'states',
        resource: 'execution',
        resourceName: `${this.#name}${pattern}`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    );
    this.#allow(['states:DescribeExecution', 'states:StopExecution'], runs);
  }

  #logs(days: number): LogGroup {
    return new LogGroup(this, 'Log', {
      logGroupName: `/aws/vendedlogs/states/${this.#name}`, // the prefix keeps the size of the log service's policy bounded
      retention: days as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  #acknowledge(): void {
    const { partition, region, account } = Stack.of(this);
    Validations.of(this.#role).acknowledge(
      ...RUNS.map((pattern) => ({
        id: `AwsSolutions-IAM5[Resource::arn:${nagName(partition, 'Partition')}:states:${nagName(region, 'Region')}:${nagName(account, 'AccountId')}:execution:${this.#name}${pattern}]`,
        reason: 'Children of a Distributed Map get their names from Step Functions; all are of this machine.',
      })),
      {
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'Only of the delivery of logs, whose actions (logs:CreateLogDelivery and others) know no resources.',
      },
    );
    Validations.of(this.machine).acknowledge(
      {
        id: 'AwsSolutions-SF1',
        reason:
          'ERROR and not ALL: each event of each unit would be logged, which costs more than the crawl; the history of a run shows the same for 90 days.',
      },
      {
        id: 'AwsSolutions-SF2',
        reason:
          'X-Ray does not follow the children of a Distributed Map; what a unit did is in its log line and its rows.',
      },
    );
  }
}
