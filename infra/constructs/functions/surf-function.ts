import { Duration, RemovalPolicy, type Size, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  type CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { METRICS_NAMESPACE, serviceOf } from '../../../lambdas/telemetry/metrics.env.ts';
import { type Deployment, resourceName } from '../../config/deployment.ts';
import type { Stores } from '../storage/stores.ts';
import type { Verb } from './function-bundle.ts';
import type { FunctionCode } from './function-code.ts';

/**
 * Bytes of all variables together (AWS Lambda quotas, "Environment variables"). Names that the
 * deployment fills in differ by a few bytes from the count.
 */
const MAX_ENVIRONMENT_BYTES = 4_096;

/** Lists of surf.config.json that grow a variable. */
const GROWN_BY: Readonly<Record<string, string>> = {
  [SETTINGS.identity]: 'identity.administrators',
  [SETTINGS.defaults]: 'crawl.connectTo',
  [SETTINGS.notifications]: 'notifications.emailTo',
  [SETTINGS.plugins]: 'plugins',
  [SETTINGS.roles]: 'limits',
};
/** Lists that the fault of an environment names. */
const MOST_LISTS = 2;

/** Inputs of the constructs of functions. */
export interface FunctionProps extends Deployment {
  readonly code: FunctionCode;
  readonly stores: Stores;
}

export interface SurfFunctionProps extends Deployment {
  readonly code: FunctionCode;
  readonly verb: Verb;
  /** Last part of the function's name. @default the verb */
  readonly name?: string;
  readonly memoryMb: number;
  readonly seconds: number;
  /** Size of the temporary disk. @default 512 MB, which cost nothing */
  readonly disk?: Size;
  readonly description: string;
}

/**
 * One of Surf's functions, with a separate role and log: the role may write that log, and use the
 * grants of other constructs. Outside of any VPC: workers read the public web and nothing private,
 * and a NAT gateway would cost twice to ten times the compute.
 */
export class SurfFunction extends Construct {
  readonly fn: LambdaFunction;

  constructor(scope: Construct, id: string, props: SurfFunctionProps) {
    super(scope, id);
    const { config, verb, code, memoryMb, seconds, description } = props;
    const functionName = resourceName(props, props.name ?? verb);
    const logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/surf/${config.stage}/${props.name ?? verb}`,
      retention: config.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${functionName} may do`,
    });
    logGroup.grantWrite(role);
    this.fn = new LambdaFunction(this, 'Resource', {
      functionName,
      description,
      code: code(verb),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      timeout: Duration.seconds(seconds),
      ...(props.disk !== undefined && { ephemeralStorageSize: props.disk }),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Powertools obeys Lambda's own level before its variable.
      applicationLogLevelV2: ApplicationLogLevel[config.logLevel],
      systemLogLevelV2: SystemLogLevel.INFO, // keeps the REPORT lines: memory, billed time, time to start
      environment: {
        [SETTINGS.stage]: config.stage,
        POWERTOOLS_SERVICE_NAME: serviceOf(config.stage),
        POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
        ...(!config.metrics && { POWERTOOLS_METRICS_DISABLED: 'true' }),
        [SETTINGS.calls]: JSON.stringify({
          requestTimeoutMs: config.calls.timeoutSeconds * 1_000,
          transferTimeoutMs: config.calls.transferTimeoutSeconds * 1_000,
        }),
      },
    });
    this.node.addValidation({ validate: () => this.#environmentFaults(functionName) });
  }

  /** Faults of the environment: Lambda refuses a larger one only in the middle of a deployment. */
  #environmentFaults(functionName: string): string[] {
    const { environment } = this.fn.node.defaultChild as CfnFunction;
    const { variables } = Stack.of(this).resolve(environment) as { variables: Record<string, unknown> };
    const sizes = Object.entries(variables).map((pair) => [pair[0], Buffer.byteLength(JSON.stringify(pair))] as const);
    const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    if (bytes <= MAX_ENVIRONMENT_BYTES) return [];
    const largest = sizes.filter(([name]) => name in GROWN_BY).sort(([, a], [, b]) => b - a);
    const lists = largest.slice(0, MOST_LISTS).map(([name]) => GROWN_BY[name]);
    return [
      `the environment of ${functionName} has ${bytes} bytes, and Lambda takes ${MAX_ENVIRONMENT_BYTES}: ` +
        `list fewer ${lists.join(' or ')} in surf.config.json`,
    ];
  }
}
