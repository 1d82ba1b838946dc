import type { StackTemplate } from '../infra/template.ts';

/** What stands for the account of a test. */
const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-central-1',
  'AWS::AccountId': '111122223333',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The state machine of a template, with every reference filled in as CloudFormation would. */
export interface TemplateMachine {
  readonly definition: unknown;
  readonly arn: string;
  readonly bucket: string;
}

/** @throws Error for a reference that it cannot fill in */
export function machineOf(template: StackTemplate): TemplateMachine {
  const found = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::StepFunctions::StateMachine');
  const [machine] = found;
  if (machine === undefined || found.length > 1) throw new Error(`${found.length} state machines`);
  const { DefinitionString, StateMachineName } = machine.Properties;
  const bucket = Object.entries(template.Resources).find(([, { Type }]) => Type === 'AWS::S3::Bucket');
  return {
    definition: JSON.parse(filledIn(DefinitionString, template)) as unknown,
    arn: `arn:aws:states:eu-central-1:111122223333:stateMachine:${StateMachineName}`,
    bucket: bucket === undefined ? '' : filledIn({ Ref: bucket[0] }, template),
  };
}

/**
 * Text with `Fn::Join`, `Ref` and `Fn::GetAtt … Arn` of functions in it. What it refers to is
 * filled in by its name.
 */
export function filledIn(value: unknown, template: StackTemplate): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join, 'Fn::GetAtt': attribute, Ref } = value as Record<string, unknown>;
  if (Array.isArray(join)) {
    const [separator, parts] = join as [string, unknown[]];
    return parts.map((part) => filledIn(part, template)).join(separator);
  }
  if (typeof Ref === 'string') return PSEUDO[Ref] ?? nameOf(Ref, template);
  if (Array.isArray(attribute) && attribute[1] === 'Arn') {
    return `arn:aws:lambda:eu-central-1:111122223333:function:${nameOf(attribute[0], template)}`;
  }
  throw new Error(`cannot fill in ${JSON.stringify(value)}`);
}

function nameOf(id: string, template: StackTemplate): string {
  const { FunctionName, BucketName, TopicName, StageName, Name } = template.Resources[id]?.Properties ?? {};
  const name = FunctionName ?? BucketName ?? TopicName ?? StageName ?? Name;
  if (name === undefined) throw new Error(`${id} has no name`);
  return filledIn(name, template);
}
