import { beforeAll, describe, expect, it } from 'vitest';
import { ENVIRONMENT, TABLES } from '#adapters/aws/environment/names.env.ts';
import { ADVANCE_MEMORY_MB, SMALL_MEMORY_MB, WORKER_MEMORY } from '#core/cost/lambda.ts';
import { RESERVE_MS } from '../../lambdas/run/crawl-ticket.ts';
import { parseEnvironment } from '../../lambdas/settings/settings.ts';
import { filledIn } from '../asl/machine-definition.ts';
import { type Resource, type StackTemplate, type Synthesized, synthesize } from './template.ts';

let stack: Synthesized;
beforeAll(() => {
  stack = synthesize();
});

const only = (type: string): Resource => {
  const [found, ...others] = stack.resources(type);
  if (found === undefined || others.length > 0) throw new Error(`${type}: ${others.length}`);
  return found[1];
};

const fn = (name: string): Resource => {
  const found = stack.resources('AWS::Lambda::Function').find(([, { Properties }]) => Properties.FunctionName === name);
  if (found === undefined) throw new Error(`no function ${name}`);
  return found[1];
};

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** What the role of a function may do: `action resource`, shortened to what tells them apart. */
function permissionsOf(template: StackTemplate, roleId: string): string[] {
  const policies = Object.values(template.Resources).filter(
    ({ Type, Properties }) =>
      Type === 'AWS::IAM::Policy' && (Properties.Roles as { Ref: string }[]).some(({ Ref }) => Ref === roleId),
  );
  return policies
    .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement)
    .flatMap(({ Action, Resource }) =>
      [Resource]
        .flat()
        .flatMap((resource) =>
          [Action].flat().map((action) => `${action} ${shortened(JSON.stringify(resource), template)}`),
        ),
    )
    .sort();
}

/** Names the one resource of the stack that a reference is to, and what follows it. */
function shortened(reference: string, template: StackTemplate): string {
  const id = Object.keys(template.Resources).find((name) => reference.includes(`"${name}"`));
  const { TableName, FunctionName, LogGroupName, BucketName } = template.Resources[id ?? '']?.Properties ?? {};
  const name = TableName ?? FunctionName ?? LogGroupName ?? (BucketName === undefined ? id : 'archive');
  const rest = /"(\/[^"]*)"/.exec(reference)?.[1] ?? '';
  return id === undefined ? reference.replaceAll(/[^\w*:/-]+/g, ' ').trim() : `${name}${rest}`;
}

const roleOf = ({ Properties }: Resource): string => (Properties.Role as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0];

const allowed = (name: string): string[] =>
  permissionsOf(stack.template, roleOf(fn(name))).filter((permission) => !permission.startsWith('logs:'));

/** As the test shortens the ARN: secrets of this stage's users, and no other. */
const USER_SECRETS =
  'secretsmanager:GetSecretValue Fn::Join : arn: Ref : AWS::Partition :secretsmanager: Ref : AWS::Region : Ref : AWS::AccountId :secret:surf/main/*';

const START = 'states:StartExecution surf-main-crawl';
const BEGINS = [START, 'sns:Publish AlarmsTopic'];
describe('grants', () => {
  const archive = ['executions/*', 'robots/*'];
  const readWrite = (...prefixes: readonly string[]): string[] => [
    ...prefixes.flatMap((prefix) => [`s3:GetObject archive/${prefix}`, `s3:PutObject archive/${prefix}`]),
    's3:ListBucket archive',
  ];
  const of = (table: string, ...actions: string[]): string[] =>
    actions.map((action) => `dynamodb:${action} surf-main-${table}`);

  const planner = [
    ...[...of('workflows', 'GetItem', 'UpdateItem', 'Query', 'PutItem'), ...of('units', 'BatchGetItem'), USER_SECRETS],
    ...[...of('tasks', 'BatchWriteItem'), ...readWrite('executions/*')],
    's3:DeleteObject archive/executions/*',
  ];

  const calls = (...names: string[]): string[] => names.map((name) => `lambda:InvokeFunction surf-main-${name}`);
  const indexes = [
    ...['s3:GetObject archive/executions/*', 's3:ListBucket archive'],
    ...['search', 'reports'].map((folder) => `s3:PutObject archive/executions/*/${folder}/*`),
    ...['search', 'reports'].map((folder) => `s3:DeleteObject archive/executions/*/${folder}/*`),
  ];

  it.each([
    ['advance', [...planner, ...calls('finish')]],
    ['crawl-small', [...planner, ...BEGINS, ...calls('crawl-few-hosts', 'crawl-many-hosts', 'mark-died')]],
    [
      'crawl-few-hosts',
      [
        ...of('workflows', 'GetItem'),
        ...[...of('units', 'PutItem', 'UpdateItem'), ...of('hosts', 'GetItem', 'PutItem')],
        ...readWrite(...archive),
        USER_SECRETS,
      ],
    ],
    ['mark-died', [...of('units', 'UpdateItem'), ...of('hosts', 'PutItem'), ...of('workflows', 'Query', 'PutItem')]],
    [
      'finish',
      [
        ...of('workflows', 'GetItem', 'UpdateItem', 'Query', 'PutItem', 'BatchWriteItem'),
        ...of('tasks', 'Query', 'BatchWriteItem'),
        ...of('units', 'Query', 'BatchWriteItem'),
        ...readWrite('executions/*'),
        's3:DeleteObject archive/executions/*',
      ],
    ],
    [
      'watchdog',
      [
        ...of('workflows', 'GetItem', 'BatchGetItem', 'UpdateItem', 'Query', 'PutItem', 'BatchWriteItem'),
        'dynamodb:Query surf-main-workflows/index/byOwner',
        'dynamodb:Query surf-main-workflows/index/everyone',
        'dynamodb:Query surf-main-workflows/index/running',
        ...['external', 'reports'].map((part) => `s3:GetObject archive/executions/*/${part}/*`),
        ...['s3:ListBucket archive', ...BEGINS, ...calls('crawl-small', 'index')],
      ],
    ],
    [
      'api',
      [
        ...of('workflows', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'Query', 'BatchWriteItem'),
        'dynamodb:Query surf-main-workflows/index/byOwner',
        'dynamodb:Query surf-main-workflows/index/everyone',
        ...of('tasks', 'BatchGetItem', 'Query'),
        ...of('units', 'BatchGetItem'),
        ...of('hosts', 'GetItem'),
        ...archive.map((prefix) => `s3:GetObject archive/${prefix}`),
        's3:ListBucket archive',
        's3:PutObject archive/executions/*/downloads/*',
        ...[START, ...calls('crawl-small', 'preview', 'index')],
      ],
    ],
    ['preview', []],
    ['index', [...of('workflows', 'GetItem', 'PutItem'), ...of('tasks', 'BatchGetItem', 'Query'), ...indexes]],
  ])('%s may do this and nothing else', (name, expected) => {
    const found = allowed(`surf-main-${name}`).map((permission) =>
      permission
        .replace(/ .*stateMachine:surf-main-crawl.*/, ' surf-main-crawl')
        .replace(/ (AlarmsTopic)[0-9A-F]+$/, ' $1'),
    );

    expect(found).toEqual([...expected].sort());
  });

  it('let both workers do the same, and read no rows but those of executions', () => {
    expect(allowed('surf-main-crawl-many-hosts')).toEqual(allowed('surf-main-crawl-few-hosts'));
    const text = JSON.stringify(stack.template);
    expect(text.match(/"dynamodb:LeadingKeys":\["X#\*"\]/g)).toHaveLength(2);
    expect(text.match(/"dynamodb:LeadingKeys":\["(X#\*","W#\*|Q#)"\]/g)).toHaveLength(2); // index reads, writes
  });

  it('let each function write its own log only', () => {
    const logs = stack.resources('AWS::Lambda::Function').map(([, resource]) => ({
      name: resource.Properties.FunctionName,
      group: permissionsOf(stack.template, roleOf(resource)).filter((permission) => permission.startsWith('logs:')),
    }));

    expect(logs).toHaveLength(10);
    for (const { name, group } of logs) {
      const short = String(name).replace('surf-main-', '');
      expect(group).toEqual([`logs:CreateLogStream /surf/main/${short}`, `logs:PutLogEvents /surf/main/${short}`]);
    }
  });

  it('hold no wildcard action, and no wildcard resource but prefixes, children of maps and the delivery of logs', () => {
    const policies = stack.resources('AWS::IAM::Policy').map(([, { Properties }]) => Properties.PolicyDocument);
    const statements = policies.flatMap((document) => (document as { Statement: Statement[] }).Statement);
    const wild = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('*'));

    expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
    expect([...new Set(wild.flatMap(({ Action }) => Action))].sort()).toEqual([
      'logs:CreateLogDelivery',
      'logs:DeleteLogDelivery',
      'logs:DescribeLogGroups',
      'logs:DescribeResourcePolicies',
      'logs:GetLogDelivery',
      'logs:ListLogDeliveries',
      'logs:PutResourcePolicy',
      'logs:UpdateLogDelivery',
      's3:DeleteObject',
      's3:GetObject',
      's3:PutObject',
      'secretsmanager:GetSecretValue',
      'states:DescribeExecution',
      'states:StopExecution',
    ]);
  });

  it('let the state machine call its functions, start itself, follow its children and read tickets', () => {
    const machine = only('AWS::StepFunctions::StateMachine').Properties.RoleArn as { 'Fn::GetAtt': [string] };
    const permissions = permissionsOf(stack.template, machine['Fn::GetAtt'][0]);

    expect(permissions.filter((permission) => /^(?:lambda|s3):/.test(permission))).toEqual([
      'lambda:InvokeFunction surf-main-advance',
      'lambda:InvokeFunction surf-main-crawl-few-hosts',
      'lambda:InvokeFunction surf-main-crawl-many-hosts',
      'lambda:InvokeFunction surf-main-crawl-small',
      'lambda:InvokeFunction surf-main-finish',
      'lambda:InvokeFunction surf-main-mark-died',
      's3:GetObject archive/executions/*/tickets.jsonl',
    ]);
    const states = permissions.filter((permission) => permission.startsWith('states:'));
    expect(states.map((text) => text.replace(/ .*:(?=execution|stateMachine)/, ' '))).toEqual([
      'states:DescribeExecution execution:surf-main-crawl/*',
      'states:DescribeExecution execution:surf-main-crawl:*',
      'states:StartExecution stateMachine:surf-main-crawl',
      'states:StopExecution execution:surf-main-crawl/*',
      'states:StopExecution execution:surf-main-crawl:*',
    ]);
  });
});

describe('functions', () => {
  it('run Node 24 on arm64 outside of any VPC, without reserved concurrency: a new account has ten in all', () => {
    for (const [, { Properties }] of stack.resources('AWS::Lambda::Function')) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
      expect(Properties).not.toHaveProperty('VpcConfig');
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });

  it('have the memory and time that the engine counts with', () => {
    const shape = (name: string) => {
      const { MemorySize, Timeout } = fn(`surf-main-${name}`).Properties;
      return [MemorySize, Timeout];
    };

    expect(shape('advance')).toEqual([ADVANCE_MEMORY_MB, 900]);
    expect(shape('crawl-small')).toEqual([SMALL_MEMORY_MB, 900]);
    expect(shape('crawl-few-hosts')).toEqual([WORKER_MEMORY.fewHostsMb, 840 + RESERVE_MS / 1_000]);
    expect(shape('crawl-many-hosts')).toEqual([WORKER_MEMORY.manyHostsMb, 900]);
  });

  it('get environments that they accept', () => {
    const functions = stack.resources('AWS::Lambda::Function');
    for (const [, { Properties }] of functions) {
      const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
      const texts = Object.entries(Variables).map(([name, value]) => [name, nameIn(value, stack.template)]);
      const given = {
        ...Object.fromEntries(texts),
        AWS_REGION: 'eu-central-1',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      };

      expect(parseEnvironment(given).SURF_STAGE).toBe('main');
    }
    expect(functions).toHaveLength(10);
  });
});

const nameIn = (value: unknown, template: StackTemplate): string => {
  const { Ref } = value as { Ref?: string };
  const name = Ref === undefined ? undefined : template.Resources[Ref]?.Properties.TableName;
  return name === undefined ? filledIn(value, template) : String(name);
};

describe('what is kept', () => {
  it('stays when the stack is deleted: tables and bucket', () => {
    const kept = Object.values(stack.template.Resources).filter(
      ({ DeletionPolicy }) => DeletionPolicy === 'RetainExceptOnCreate',
    );

    expect(kept.map(({ Type }) => Type).sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'AWS::DynamoDB::Table'),
      'AWS::S3::Bucket',
    ]);
  });

  it('is encrypted, private, reached by TLS only, cleaned of unfinished uploads', () => {
    const { Properties } = only('AWS::S3::Bucket');
    expect(Properties).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      PublicAccessBlockConfiguration: {
        ...{ BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true },
      },
      LifecycleConfiguration: {
        Rules: [
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
          { Prefix: 'robots/', ExpirationInDays: 180, Status: 'Enabled' },
        ],
      },
    });
    const denials = JSON.stringify(only('AWS::S3::BucketPolicy').Properties);
    expect(denials).toContain('"aws:SecureTransport":"false"');
  });

  it('is paid by use; control data can be brought back to any second', () => {
    const tables = stack.resources('AWS::DynamoDB::Table').map(([, { Properties }]) => Properties);

    expect(tables.map(({ TableName }) => TableName).sort()).toEqual([
      ...['surf-main-hosts', 'surf-main-tasks', 'surf-main-units', 'surf-main-workflows'],
    ]);
    for (const table of tables) {
      const { control, purged } = TABLES[String(table.TableName).replace('surf-main-', '') as keyof typeof TABLES];
      const recovery = { PointInTimeRecoveryEnabled: true };
      expect(table.BillingMode).toBe('PAY_PER_REQUEST');
      expect(table).not.toHaveProperty('LocalSecondaryIndexes');
      expect(table.PointInTimeRecoverySpecification).toEqual(control ? recovery : undefined);
      expect(table.TimeToLiveSpecification).toEqual(purged ? { AttributeName: 'purgeAt', Enabled: true } : undefined);
    }
  });
});

describe('the door', () => {
  it('passes everything on to one function, bytes as they are: that one identifies the caller', () => {
    const methods = stack.resources('AWS::ApiGateway::Method').map(([, { Properties }]) => Properties);
    const paths = stack.resources('AWS::ApiGateway::Resource').map(([, { Properties }]) => Properties.PathPart);

    expect(paths).toEqual(['{proxy+}']);
    expect(methods.map(({ HttpMethod, AuthorizationType }) => [HttpMethod, AuthorizationType])).toEqual([
      ['ANY', 'NONE'],
      ['ANY', 'NONE'],
    ]);
    expect(only('AWS::ApiGateway::RestApi').Properties.BinaryMediaTypes).toEqual(['*/*']);
    expect(stack.resources('AWS::ApiGateway::ApiKey')).toEqual([]);
  });

  it('is throttled to 5 requests a second and 20 at once', () => {
    expect(only('AWS::ApiGateway::Stage').Properties.MethodSettings).toEqual([
      {
        DataTraceEnabled: false,
        HttpMethod: '*',
        ResourcePath: '/*',
        ThrottlingBurstLimit: 20,
        ThrottlingRateLimit: 5,
      },
    ]);
  });

  it('answers what it refuses itself as the app would: a problem with code and remedy', () => {
    const responses = stack.resources('AWS::ApiGateway::GatewayResponse').map(([, { Properties }]) => Properties);
    const codes = responses.map(({ ResponseTemplates, StatusCode }) => {
      const problem = JSON.parse((ResponseTemplates as Record<string, string>)['application/json'] ?? '');
      expect(problem).toMatchObject({ status: Number(StatusCode), remedy: expect.any(String) });
      return problem.code;
    });

    expect(codes).toEqual(['RATE_EXCEEDED', 'REQUEST_TOO_LARGE', 'STORE_UNAVAILABLE']);
  });

  it('has no first key: no secret, no output, no environment holds one', () => {
    expect(stack.resources('AWS::SecretsManager::Secret')).toEqual([]);
    expect(JSON.stringify(stack.template)).not.toMatch(/first-?key/i);
    expect(Object.keys(stack.template.Outputs).sort()).toEqual(['ApiUrl', 'ArchiveBucketName']);
  });
});

describe('watching', () => {
  it('is the watchdog, every five minutes', () => {
    expect(only('AWS::Scheduler::Schedule').Properties).toMatchObject({
      ScheduleExpression: 'rate(5 minutes)',
      FlexibleTimeWindow: { Mode: 'OFF' },
    });
  });

  it('keeps no log for ever', () => {
    const groups = stack.resources('AWS::Logs::LogGroup');

    expect(groups).toHaveLength(11);
    expect(groups.filter(([, { Properties }]) => Properties.RetentionInDays !== 14)).toEqual([]);
  });

  it('tags everything that can be tagged with its stage', () => {
    const tagged = Object.values(stack.template.Resources).filter(({ Properties }) => Array.isArray(Properties?.Tags));

    expect(tagged.length).toBeGreaterThan(30);
    const untagged = tagged.filter(({ Properties }) => !JSON.stringify(Properties.Tags).includes('"surf:stage"'));
    expect(untagged).toEqual([]);
  });
});

it('names of environment variables are those of the adapters', () => {
  const variables = JSON.stringify(fn('surf-main-advance').Properties.Environment);

  for (const name of [ENVIRONMENT.workflows, ENVIRONMENT.tasks, ENVIRONMENT.units, ENVIRONMENT.bucket])
    expect(variables).toContain(name);
});
