import { beforeAll, describe, expect, it } from 'vitest';
import { type StackTemplate, synthesize } from './template.ts';

let aws: StackTemplate;
let local: StackTemplate;
beforeAll(() => {
  aws = synthesize().template;
  local = synthesize({ target: 'local' }).template;
});

const idsOf = ({ Resources }: StackTemplate): string[] => Object.keys(Resources).sort();
const typeOf = (id: string): string => aws.Resources[id]?.Type ?? '';

/** Statements and properties that are only on AWS, taken out. */
function withoutAwsParts({ Resources }: StackTemplate): Record<string, unknown> {
  const text = JSON.stringify(Resources, (name, value) => {
    if (name === 'PointInTimeRecoverySpecification' || name === 'LoggingConfiguration') return undefined;
    if (name === 'DestinationConfig') return undefined;
    if (name === 'Statement' && Array.isArray(value)) {
      return value.filter(
        ({ Action, Resource }) => !/logs:CreateLogDelivery|AlarmsTopic/.test(JSON.stringify([Action, Resource])),
      );
    }
    return value as unknown;
  });
  return JSON.parse(text) as Record<string, unknown>;
}

describe('-c target=local', () => {
  it('leaves out what emulators lack: alarms, the dashboard, the log of the state machine', () => {
    const missing = idsOf(aws).filter((id) => !(id in local.Resources));

    expect([...new Set(missing.map(typeOf))].sort()).toEqual([
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::Logs::LogGroup',
    ]);
    expect(missing.filter((id) => typeOf(id) === 'AWS::Logs::LogGroup')).toHaveLength(1);
    expect(idsOf(local).filter((id) => !(id in aws.Resources))).toEqual([]);
  });

  it('differs in nothing else but point-in-time recovery, the log of the machine, and the receiver of lost events', () => {
    const [onAws, onLocal] = [withoutAwsParts(aws), withoutAwsParts(local)];

    for (const id of idsOf(local)) expect([id, onLocal[id]]).toEqual([id, onAws[id]]);
  });
});

describe('side by side', () => {
  it('two stages share no name', () => {
    const names = ({ Resources }: StackTemplate): string[] =>
      Object.values(Resources).flatMap(({ Properties = {} }) =>
        Object.entries(Properties)
          .filter(([name, value]) => /Name$/.test(name) && typeof value === 'string')
          .filter(([name]) => !['StageName', 'PolicyName', 'MetricName'].includes(name))
          .map(([, value]) => String(value)),
      );
    const other = new Set(names(synthesize({ config: { stage: 'other' } }).template));

    expect(names(aws).length).toBeGreaterThan(20);
    expect(names(aws).filter((name) => other.has(name))).toEqual([]);
  });
});

describe('the configuration', () => {
  it('reaches what it is about', () => {
    const { resources } = synthesize({
      config: {
        api: { rate: 50, burst: 100 },
        logRetentionDays: 90,
        retentionDays: 30,
        tables: { writeCeiling: 1_000 },
        worker: { memoryMb: 2_048, seconds: 40 },
        maxWorkers: 7,
        alarms: { email: 'ops@example.org', usdPerDay: 3 },
        tags: { team: 'data' },
      },
    });
    const text = (type: string): string => JSON.stringify(resources(type));

    expect(text('AWS::ApiGateway::Stage')).toContain('"ThrottlingBurstLimit":100,"ThrottlingRateLimit":50');
    expect(text('AWS::Logs::LogGroup')).not.toContain('"RetentionInDays":14');
    expect(text('AWS::Lambda::Function')).toContain('\\"retentionDays\\":30');
    expect(text('AWS::S3::Bucket')).not.toContain('"Prefix":"executions/"');
    expect(text('AWS::DynamoDB::Table').match(/"MaxWriteRequestUnits":1000/g)).not.toBeNull();
    expect(text('AWS::Lambda::Function')).toContain('"MemorySize":2048');
    expect(text('AWS::Lambda::Function')).toContain('"Timeout":100');
    expect(text('AWS::Lambda::Function')).toContain('\\"units\\":7,\\"unitSeconds\\":40');
    expect(text('AWS::SNS::Subscription')).toContain('"Endpoint":"ops@example.org"');
    expect(text('AWS::Lambda::Function')).toContain('\\"usdPerDay\\":3,\\"waveMinutes\\":30');
    expect(text('AWS::S3::Bucket')).toContain('{"Key":"team","Value":"data"}');
  });

  it('may provision tables, scaled up to a ceiling', () => {
    const { resources } = synthesize({ config: { tables: { mode: 'provisioned', writeCeiling: 200 } } });

    expect(resources('AWS::DynamoDB::Table').every(([, { Properties }]) => Properties.BillingMode === undefined)).toBe(
      true,
    );
    const targets = resources('AWS::ApplicationAutoScaling::ScalableTarget').map(([, { Properties }]) => Properties);
    expect(targets.map(({ MaxCapacity }) => MaxCapacity).sort()).toEqual([1000, 1000, 1000, 1000, 200, 200, 200, 200]);
  });

  it('may give single tables an exact capacity, indexes too, for any mode of the others', () => {
    const exact = { read: 50, write: 120 };
    const { resources } = synthesize({
      config: { tables: { mode: 'provisioned', workflows: exact, tasks: 'on-demand', units: { read: 1, write: 2 } } },
    });
    const tables = new Map(
      resources('AWS::DynamoDB::Table').map(([, { Properties }]) => [Properties.TableName, Properties]),
    );

    const units = { ReadCapacityUnits: 50, WriteCapacityUnits: 120 };
    expect(tables.get('surf-main-workflows')).toMatchObject({ ProvisionedThroughput: units });
    const indexes = tables.get('surf-main-workflows')?.GlobalSecondaryIndexes as { ProvisionedThroughput: unknown }[];
    expect(indexes.map(({ ProvisionedThroughput }) => ProvisionedThroughput)).toEqual(indexes.map(() => units));
    expect(tables.get('surf-main-tasks')).toMatchObject({ BillingMode: 'PAY_PER_REQUEST' });
    expect(tables.get('surf-main-units')).toMatchObject({
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 2 },
    });
    expect(resources('AWS::ApplicationAutoScaling::ScalableTarget')).toHaveLength(2); // of hosts alone
  });

  it('sets the time limits of calls to AWS in every function', () => {
    const variables = (config: Record<string, unknown>): unknown[] =>
      synthesize({ config })
        .resources('AWS::Lambda::Function')
        .map(([, { Properties }]) => (Properties.Environment as { Variables: Record<string, string> }).Variables)
        .map(({ SURF_CALLS = '' }) => JSON.parse(SURF_CALLS));

    expect(variables({})).toEqual(Array(10).fill({ requestTimeoutMs: 5_000, transferTimeoutMs: 30_000 }));
    expect(variables({ calls: { timeoutSeconds: 2.5, transferTimeoutSeconds: 120 } })).toEqual(
      Array(10).fill({ requestTimeoutMs: 2_500, transferTimeoutMs: 120_000 }),
    );
  });

  it('switches metrics off: no function writes them, no graph waits for them', () => {
    const { template, resources } = synthesize({ config: { metrics: false } });

    const functions = resources('AWS::Lambda::Function').map(([, { Properties }]) => JSON.stringify(Properties));
    expect(functions.filter((text) => text.includes('"POWERTOOLS_METRICS_DISABLED":"true"'))).toHaveLength(10);
    expect(resources('AWS::CloudWatch::Alarm')).toHaveLength(4);
    expect(JSON.stringify(resources('AWS::CloudWatch::Dashboard'))).not.toContain('SpendUsd');
    expect(JSON.stringify(aws)).not.toContain('POWERTOOLS_METRICS_DISABLED');
    expect(template.Outputs).toHaveProperty('ApiUrl');
  });
});
