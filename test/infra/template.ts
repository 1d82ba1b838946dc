import { App, type Stack, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Target } from '../../infra/deployment.ts';
import type { FunctionCode } from '../../infra/function-code.ts';
import { parseConfig } from '../../infra/surf-config.ts';
import { SurfStack, stackName } from '../../infra/surf-stack.ts';

/** A resource of a template. */
export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** A template as CloudFormation gets it. */
export interface StackTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

export interface Synthesized {
  readonly template: StackTemplate;
  readonly stack: Stack;
  /** Paths and ids of what cdk-nag found. */
  readonly findings: readonly string[];
  resources(type: string): [id: string, resource: Resource][];
}

/** Stands for every bundle: what is in them is another test's business. */
const FIXED: FunctionCode = () => Code.fromInline('exports.handler = async () => ({});');

/** Synthesizes the stack without network and bundling. @param config as in surf.config.json */
export function synthesize(config: Record<string, unknown> = {}, target: Target = 'aws'): Synthesized {
  const app = new App({ analyticsReporting: false });
  const parsed = parseConfig({ contact: 'crawl@example.org', ...config });
  const stack = new SurfStack(app, stackName(parsed.stage), { config: parsed, target, code: FIXED });
  const nag = new AwsSolutionsChecks(app);
  Validations.of(app).addPlugins(nag);
  const assembly = app.synth();
  const template = assembly.getStackByName(stackName(parsed.stage)).template as StackTemplate;
  return {
    template,
    stack,
    findings: [],
    resources: (type) => Object.entries(template.Resources).filter(([, { Type }]) => Type === type),
  };
}
