import { describe, expect, it } from 'vitest';
import { LIST_PRICES, UnitPrices } from '#core/cost/prices.ts';
import { loadConfig } from '../../infra/config/load-config.ts';
import { type Resource, type SynthesisOptions, synthesize } from './template.ts';

describe('alarms', () => {
  it('reach their topic: CloudWatch may publish for this stage, over TLS only', () => {
    const [[, { Properties }]] = synthesize().resources('AWS::SNS::TopicPolicy') as [[string, Resource]];
    const { Statement } = Properties.PolicyDocument as { Statement: Record<string, unknown>[] };

    const allow = Statement.find(({ Effect }) => Effect === 'Allow');
    expect(allow).toMatchObject({
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    expect(JSON.stringify(allow?.Condition)).toContain(':alarm:surf-main-*');
    expect(Statement.filter(({ Effect }) => Effect === 'Deny')).toMatchObject([
      { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ]);
  });

  it('are four, each on one metric of AWS, all sent to the topic', () => {
    const alarms = synthesize()
      .resources('AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => Properties);

    expect(alarms.map(({ AlarmName }) => AlarmName).sort()).toEqual([
      ...[
        'surf-main-api-errors',
        'surf-main-runs-failed',
        'surf-main-watchdog-silent',
        'surf-main-workflows-throttled',
      ],
    ]);
    for (const alarm of alarms) {
      expect(alarm).not.toHaveProperty('Metrics'); // a formula would count each of its metrics
      expect(alarm.Namespace).toMatch(/^AWS\//); // a metric of Surf costs, and an idle deployment has none
      expect(alarm.AlarmActions).toHaveLength(1);
    }
  });

  it('have one for a watchdog that fails, or is not called, for a quarter of an hour', () => {
    const alarms = synthesize()
      .resources('AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => Properties);

    expect(alarms.find(({ AlarmName }) => AlarmName === 'surf-main-watchdog-silent')).toMatchObject({
      ...{
        Namespace: 'AWS/Lambda',
        MetricName: 'Errors',
        Statistic: 'Sum',
        Period: 300,
        TreatMissingData: 'breaching',
      },
      ...{ EvaluationPeriods: 3, DatapointsToAlarm: 3, Threshold: 1 },
    });
  });
});

describe('an event that Lambda gives up', () => {
  it('is tried three times within an hour, then told to the topic of the alarms', () => {
    const events = synthesize().resources('AWS::Lambda::EventInvokeConfig');
    const [[, { Properties }]] = events.filter(([id]) => id.startsWith('AdvanceSmall')) as [[string, Resource]];

    expect(Properties).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3_600 });
    expect(JSON.stringify(Properties.DestinationConfig)).toContain('AlarmsTopic');
  });
});

describe('alarms.enabled: false', () => {
  it('leaves out all alarms, and the watchdog tells nobody; topic and dashboard stay', () => {
    const { resources } = synthesize({ config: { alarms: { enabled: false } } });

    expect(resources('AWS::CloudWatch::Alarm')).toEqual([]);
    expect(JSON.stringify(resources('AWS::Lambda::Function'))).not.toContain('SURF_INCIDENTS');
    expect(resources('AWS::SNS::Topic')).toHaveLength(1);
    expect(JSON.stringify(resources('AWS::CloudWatch::Dashboard'))).not.toContain('alarm');
  });
});

it('dashboard: false leaves out the dashboard, which a fourth stage pays for', () => {
  expect(synthesize({ config: { dashboard: false } }).resources('AWS::CloudWatch::Dashboard')).toEqual([]);
});

describe('notifications (S24)', () => {
  const rights = (config: Record<string, unknown>): { Action: string; Resource: unknown; Condition?: unknown }[] =>
    synthesize({ config })
      .resources('AWS::IAM::Policy')
      .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: { Action: string }[] }).Statement)
      .filter(({ Action }) => /^(?:ses|sns):/.test(Action))
      .filter((statement) => !JSON.stringify(statement).includes('AlarmsTopic')) as ReturnType<typeof rights>;

  it('have no right and no variable where the settings name no channel', () => {
    expect(rights({})).toEqual([]);
    expect(JSON.stringify(synthesize().resources('AWS::Lambda::Function'))).not.toContain('SURF_NOTIFICATIONS');
  });

  it('are e-mail from one address and messages to the topics of the settings, by the watchdog alone', () => {
    const found = rights({ notifications: { emailFrom: 'surf@example.org', topics: ['crawl-news'] } });
    const [mail, topics] = found;

    expect(found.map(({ Action }) => Action)).toEqual(['ses:SendEmail', 'sns:Publish']);
    expect(mail?.Condition).toEqual({ StringEquals: { 'ses:FromAddress': 'surf@example.org' } });
    expect(JSON.stringify(mail?.Resource)).toMatch(/:identity\/surf@example\.org.*:identity\/example\.org"/);
    expect(JSON.stringify(topics?.Resource)).toMatch(/:sns:.*:crawl-news"\]\]\}$/);
  });

  it('reach the functions that check and send them, with the allowed e-mail addresses', () => {
    const notifications = { emailFrom: 'surf@example.org', emailTo: ['example.com'], topics: ['crawl-news'] };
    const having = synthesize({ config: { notifications } })
      .resources('AWS::Lambda::Function')
      .flatMap(([, { Properties }]) => {
        const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
        return Variables.SURF_NOTIFICATIONS === undefined ? [] : [[Properties.FunctionName, Variables]];
      });

    expect(having.map(([name]) => name).toSorted()).toEqual(['surf-main-api', 'surf-main-watchdog']);
    expect(JSON.stringify(having[0])).toMatch(/to[^A-Za-z]+example\.com/);
  });
});

describe('the budget of a month', () => {
  it('counts what carries the tag of the stage, and tells the topic of the alarms', () => {
    const { resources } = synthesize({ config: { stage: 'shop', alarms: { usdPerMonth: 40 } } });

    const [[, { Properties }]] = resources('AWS::Budgets::Budget') as [[string, Resource]];
    expect(Properties.Budget).toMatchObject({
      BudgetLimit: { Amount: 40, Unit: 'USD' },
      CostFilters: { TagKeyValue: ['user:surf:stage$shop'] },
      TimeUnit: 'MONTHLY',
    });
    const [[topic], [, policy]] = [resources('AWS::SNS::Topic')[0], resources('AWS::SNS::TopicPolicy')[0]] as [
      [string, Resource],
      [string, Resource],
    ];
    const told = Properties.NotificationsWithSubscribers as {
      Notification: { Threshold: number };
      Subscribers: unknown;
    }[];
    expect(told.map(({ Notification: { Threshold }, Subscribers }) => [Threshold, Subscribers])).toEqual(
      [80, 100].map((percent) => [percent, [{ SubscriptionType: 'SNS', Address: { Ref: topic } }]]),
    );
    expect(JSON.stringify(policy.Properties.PolicyDocument)).toContain('budgets.amazonaws.com');
  });

  it('is none where the configuration names no sum', () => {
    expect(synthesize().resources('AWS::Budgets::Budget')).toEqual([]);
  });
});

describe('requests of one address', () => {
  it('are answered 429 before the stage counts them, where the configuration bounds them', () => {
    const { resources } = synthesize({ config: { api: { requestsPerAddress: 600 } } });

    const [[id, { Properties }]] = resources('AWS::WAFv2::WebACL') as [[string, Resource]];
    expect(Properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    expect(Properties.Rules).toMatchObject([
      {
        Action: { Block: { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: 'tooMany' } } },
        Statement: { RateBasedStatement: { Limit: 600, AggregateKeyType: 'IP', EvaluationWindowSec: 300 } },
      },
    ]);
    const [[stage]] = resources('AWS::ApiGateway::Stage') as [[string, Resource]];
    const [[, association]] = resources('AWS::WAFv2::WebACLAssociation') as [[string, Resource]];
    expect(association.Properties.WebACLArn).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
    expect(JSON.stringify(association.Properties.ResourceArn)).toContain(`{"Ref":"${stage}"}`);
  });

  it('are not bounded by default: a web ACL costs more than an idle deployment', () => {
    expect(synthesize().resources('AWS::WAFv2::WebACL')).toEqual([]);
  });
});

describe('the archive', () => {
  it('refuses writes that could replace an object, but for the parts of an upload', () => {
    const [[, { Properties }]] = synthesize().resources('AWS::S3::BucketPolicy') as [[string, Resource]];
    const { Statement } = Properties.PolicyDocument as { Statement: Record<string, unknown>[] };

    expect(Statement.filter(({ Action }) => Action === 's3:PutObject')).toMatchObject([
      {
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
      },
    ]);
  });
});

describe('roles that services of AWS take', () => {
  it('are taken for this account only', () => {
    const roles = synthesize()
      .resources('AWS::IAM::Role')
      .map(([, { Properties }]) => JSON.stringify(Properties.AssumeRolePolicyDocument))
      .filter((trust) => /states|scheduler/.test(trust));

    expect(roles).toHaveLength(2);
    for (const trust of roles) expect(trust).toContain('"aws:SourceAccount":{"Ref":"AWS::AccountId"}');
  });
});

describe('logs', () => {
  it('have the level of the configuration, and the REPORT lines of Lambda', () => {
    const { resources } = synthesize({ config: { logLevel: 'ERROR' } });

    const logging = resources('AWS::Lambda::Function').map(([, { Properties }]) => Properties.LoggingConfig);
    expect(logging.length).toBeGreaterThan(6);
    for (const config of logging)
      expect(config).toMatchObject({ ApplicationLogLevel: 'ERROR', SystemLogLevel: 'INFO', LogFormat: 'JSON' });
  });
});

describe('the environment of a function', () => {
  it('that Lambda would refuse fails the synthesis, with what to shorten', () => {
    const administrators = Array.from({ length: 100 }, (_, n) => `administrator-${n}-with-a-long-name@example.org`);

    expect(() => synthesize({ config: { identity: { administrators } } })).toThrow(
      /the environment of surf-main-api has \d{4} bytes, and Lambda takes 4096: list fewer identity.administrators/,
    );
  });

  it('names the lists that are the longest in that function, which has no administrators', () => {
    const emailTo = Array.from({ length: 20 }, (_, n) => `${'team'.repeat(45)}-${n}.example.org`);

    expect(() => synthesize({ config: { notifications: { emailFrom: 'surf@example.org', emailTo } } })).toThrow(
      /the environment of surf-main-watchdog has \d{4} bytes, [^\n]*: list fewer notifications.emailTo or /,
    );
  });
});

describe('what an earlier deployment has left', () => {
  const KEPT = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket'];
  const named = (options: SynthesisOptions): Record<string, unknown> => {
    const { template } = synthesize(options);
    const kept = Object.entries(template.Resources).filter(([, { Type }]) => KEPT.includes(Type));
    return Object.fromEntries(kept.map(([id, { Properties }]) => [id, Properties.TableName ?? Properties.BucketName]));
  };
  const PLACE = { config: { region: 'eu-west-1' }, account: '111122223333' };

  it('is found by CloudFormation: names of tables and bucket are written out where the account is known', () => {
    expect(Object.values(named(PLACE)).sort()).toEqual([
      'surf-main-archive-111122223333-eu-west-1',
      ...['surf-main-hosts', 'surf-main-tasks', 'surf-main-units', 'surf-main-workflows'],
    ]);
  });

  it('under another name is another resource: the one is imported, the other let go', () => {
    const names = { workflows: 'surf-main-workflows-restored', archive: 'copy-of-archive' };
    const [usual, other] = [named(PLACE), named({ ...PLACE, config: { ...PLACE.config, names } })];

    const added = Object.entries(other).filter(([id]) => !(id in usual));
    expect(added.map(([, name]) => name).sort()).toEqual(['copy-of-archive', 'surf-main-workflows-restored']);
    expect(Object.keys(usual).filter((id) => !(id in other))).toHaveLength(2);
  });
});

describe('-c workers=', () => {
  it('is what the account has room for: no execution gets more, and fewer where maxWorkers is less', () => {
    expect([loadConfig({}), loadConfig({ workers: '7' }), loadConfig({ workers: '900' })].map(workers)).toEqual([
      100, 7, 100,
    ]);
    expect(() => loadConfig({ workers: 'many' })).toThrow('-c workers=many: a number from 1 is allowed');
  });
});

const workers = ({ maxWorkers }: { maxWorkers: number }): number => maxWorkers;

describe('prices', () => {
  const { region: _, currency: __, ...list } = LIST_PRICES;

  it('of the region reach the functions that charge crawls and show their cost', () => {
    const { resources } = synthesize({ config: { region: 'eu-west-1', prices: { ...list, read: '2026-11-24' } } });

    const given = resources('AWS::Lambda::Function').flatMap(([, { Properties }]) => {
      const { Variables } = Properties.Environment as { Variables: Record<string, string> };
      return Variables.SURF_PRICES === undefined ? [] : [[Properties.FunctionName, JSON.parse(Variables.SURF_PRICES)]];
    });
    expect(Object.fromEntries(given)).toEqual({
      'surf-main-advance': { ...list, read: '2026-11-24' },
      'surf-main-api': { ...list, read: '2026-11-24' },
      'surf-main-crawl-small': { ...list, read: '2026-11-24' },
    });
    expect(UnitPrices.parse(given[0]?.[1])).toEqual({ ...list, read: '2026-11-24' });
  });
});
