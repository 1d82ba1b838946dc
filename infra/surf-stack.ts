import { type App, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Target } from './config/deployment.ts';
import type { SurfConfig } from './config/surf-config.ts';
import type { FunctionCode } from './constructs/functions/function-code.ts';
import type { Watchdog } from './constructs/machine/watchdog.ts';
import { Crawler, type CrawlerProps, tagsOf } from './crawler.ts';

/** Name of the stack of a stage. */
export const stackName = (stage: string): string => `surf-${stage}`;

export interface SurfStackProps extends StackProps, CrawlerProps {}

/** A stack with one deployment and nothing else. */
export class SurfStack extends Stack {
  readonly watchdog: Watchdog;

  constructor(scope: Construct, id: string, props: SurfStackProps) {
    const { stage } = props.config;
    super(scope, id, {
      ...props,
      description: 'Surf, a web crawler',
      stackName: stackName(stage),
      tags: tagsOf(props),
    });
    const { config, target, code } = props;
    // CDK omits this id from the ids of the resources.
    this.watchdog = new Crawler(this, 'Default', { config, target, code }).watchdog;
  }
}

export interface SurfAppProps {
  readonly config: SurfConfig;
  readonly target: Target;
  readonly code: FunctionCode;
  /** 12 digits. @default the account of the AWS profile, which the template leaves open */
  readonly account?: string;
}

/** Adds the stack of a deployment to `app`. */
export function addSurfStack(app: App, { config, target, code, account }: SurfAppProps): SurfStack {
  const env = { ...(config.region !== null && { region: config.region }), ...(account !== undefined && { account }) };
  return new SurfStack(app, stackName(config.stage), { config, target, code, env });
}
