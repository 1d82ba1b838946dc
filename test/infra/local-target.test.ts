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
    if (name === 'Statement' && Array.isArray(value)) {
      return value.filter(({ Action }) => !JSON.stringify(Action ?? '').includes('logs:CreateLogDelivery'));
    }
    return value as unknown;
  });
  return JSON.parse(text) as Record<string, unknown>;
}

describe('-c target=local', () => {
  it('leaves out what emulators lack: alarms with their topic, the dashboard, the log of the state machine', () => {
    const missing = idsOf(aws).filter((id) => !(id in local.Resources));

    expect([...new Set(missing.map(typeOf))].sort()).toEqual([
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::Logs::LogGroup',
      'AWS::SNS::Topic',
      'AWS::SNS::TopicPolicy',
    ]);
    expect(missing.filter((id) => typeOf(id) === 'AWS::Logs::LogGroup')).toHaveLength(1);
    expect(idsOf(local).filter((id) => !(id in aws.Resources))).toEqual([]);
  });

  it('differs in nothing else but point-in-time recovery and the logging of the state machine', () => {
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
    expect(text('AWS::S3::Bucket')).toContain('"ExpirationInDays":30,"Id":"retention","Prefix":"executions/"');
    expect(text('AWS::DynamoDB::Table').match(/"MaxWriteRequestUnits":1000/g)).not.toBeNull();
    expect(text('AWS::Lambda::Function')).toContain('"MemorySize":2048');
    expect(text('AWS::Lambda::Function')).toContain('"Timeout":100');
    expect(text('AWS::Lambda::Function')).toContain('\\"units\\":7,\\"unitSeconds\\":40');
    expect(text('AWS::SNS::Subscription')).toContain('"Endpoint":"ops@example.org"');
    expect(text('AWS::CloudWatch::Alarm')).toContain('"Threshold":3');
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
});
