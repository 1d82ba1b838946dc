import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Target } from '../../infra/config/deployment.ts';
import { parseConfig } from '../../infra/config/surf-config.ts';
import type { FunctionCode } from '../../infra/constructs/functions/function-code.ts';
import { addCheckedStack } from '../../infra/surf-app.ts';
import { type SurfStack, stackName } from '../../infra/surf-stack.ts';
import { NO_CHECKS } from './no-checks.ts';

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
  /** Resources of a type, by logical id. */
  resources(type: string): [id: string, resource: Resource][];
}

export interface SynthesisOptions {
  /** As in surf.config.json. */
  readonly config?: Record<string, unknown>;
  readonly target?: Target;
  /** 12 digits. @default left open, as `cdk synth` does */
  readonly account?: string;
  /** Changes the stack before it is synthesized. */
  readonly change?: (stack: SurfStack) => void;
}

/** Stands for every bundle: what is in them is another test's business. */
const FIXED: FunctionCode = () => Code.fromInline('exports.handler = async () => ({});');

/** Templates as JSON, and findings: the same settings give the same, in every file of a process. */
const templates = new Map<string, string>();
const findings = new Map<string, readonly string[]>();

/** Synthesizes the stack without network, bundling and the checks that `findingsOf` has. */
export function synthesize(options: SynthesisOptions = {}): Synthesized {
  const template = JSON.parse(onceFor(templates, options, () => templateOf(options))) as StackTemplate;
  return {
    template,
    resources: (type) => Object.entries(template.Resources).filter(([, { Type }]) => Type === type),
  };
}

const templateOf = (options: SynthesisOptions): string =>
  inFolder((outdir) => {
    const { app, id } = appOf(options, outdir);
    return JSON.stringify(withoutChecks(() => app.synth()).getStackByName(id).template);
  });

/** Calls `make` once for equal options; every time with `change`, which JSON does not show. */
function onceFor<T>(made: Map<string, T>, options: SynthesisOptions, make: () => T): T {
  if (options.change !== undefined) return make();
  const key = JSON.stringify(options);
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

/** What the checks of cdk-nag (AwsSolutions) and of CDK itself find: rule and place. */
export function findingsOf(options: SynthesisOptions = {}): string[] {
  return [...onceFor(findings, options, () => foundIn(options))];
}

function foundIn(options: SynthesisOptions): readonly string[] {
  return inFolder((outdir) => {
    const { app } = appOf(options, outdir);
    const file = join(outdir, 'validation-report.json');
    try {
      app.synth();
    } catch (error) {
      if (!existsSync(file)) throw error; // else it says that there are findings
    }
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    return report.pluginReports.flatMap(({ violations }) =>
      violations.flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      ),
    );
  });
}

interface Report {
  readonly pluginReports: readonly {
    readonly violations: readonly {
      readonly ruleName: string;
      readonly violatingConstructs: readonly { readonly constructPath?: string }[];
    }[];
  }[];
}

function withoutChecks<T>(work: () => T): T {
  const before = process.env.CDK_VALIDATION;
  Object.assign(process.env, NO_CHECKS);
  try {
    return work();
  } finally {
    if (before === undefined) delete process.env.CDK_VALIDATION;
    else process.env.CDK_VALIDATION = before;
  }
}

function appOf(
  { config = {}, target = 'aws', account, change }: SynthesisOptions,
  outdir: string,
): { app: App; id: string } {
  const app = new App({ outdir, analyticsReporting: false });
  const parsed = parseConfig({ contact: 'crawl@example.org', ...config });
  const id = stackName(parsed.stage);
  const stack = addCheckedStack(app, {
    config: parsed,
    target,
    code: FIXED,
    ...(account !== undefined && { account }),
  });
  change?.(stack);
  return { app, id };
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'surf-synth-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
