import { describe, expect, it } from 'vitest';
import { type Resource, synthesize } from './template.ts';

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
});
