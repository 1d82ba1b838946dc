import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { METRICS_NAMESPACE, serviceOf } from '../../lambdas/metrics.env.ts';
import { SETTINGS } from '../../lambdas/settings.env.ts';
import { type Deployment, resourceName } from '../config/deployment.ts';
import type { FunctionCode, Verb } from './function-code.ts';
import type { Stores } from './stores.ts';

/** What the constructs of functions are made from. */
export interface FunctionProps extends Deployment {
  readonly code: FunctionCode;
  readonly stores: Stores;
}

export interface SurfFunctionProps extends Deployment {
  readonly code: FunctionCode;
  readonly verb: Verb;
  /** Last part of its name. @default the verb */
  readonly name?: string;
  readonly memoryMb: number;
  readonly seconds: number;
  readonly description: string;
}

/**
 * One of our functions, with a role and its own log: the role may write that log, and what
 * constructs grant besides. Outside of any VPC: workers read the public web and nothing private,
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
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN, // no START and REPORT lines: they would cost more than our own
      environment: {
        [SETTINGS.stage]: config.stage,
        POWERTOOLS_SERVICE_NAME: serviceOf(config.stage),
        POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
        POWERTOOLS_LOG_LEVEL: config.logLevel,
        ...(!config.metrics && { POWERTOOLS_METRICS_DISABLED: 'true' }),
        [SETTINGS.calls]: JSON.stringify({
          requestTimeoutMs: config.calls.timeoutSeconds * 1_000,
          transferTimeoutMs: config.calls.transferTimeoutSeconds * 1_000,
        }),
      },
    });
  }
}
