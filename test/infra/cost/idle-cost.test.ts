import { beforeAll, describe, expect, it } from 'vitest';
import { IDLE, idleLines } from '#bench/cost/idle.ts';
import { type Synthesized, synthesize } from '../template.ts';

/** The types of a template that cost nothing while nothing happens; storage and logs are apart. */
const FREE = [
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::GatewayResponse',
  'AWS::ApiGateway::Method',
  'AWS::ApiGateway::Resource',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::CDK::Metadata',
  'AWS::DynamoDB::Table', // on demand
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::StepFunctions::StateMachine',
];
/** Dashboards of an account that are free of charge. */
const DASHBOARD = 'AWS::CloudWatch::Dashboard';

let stack: Synthesized;
beforeAll(() => {
  stack = synthesize({ config: { alarms: { email: 'ops@example.org' }, metrics: true } });
});

describe('an idle second stage', () => {
  it('pays for alarms and the watchdog, and for no other resource of its template', () => {
    const types = [...new Set(Object.values(stack.template.Resources).map(({ Type }) => Type))];

    expect(types.filter((type) => !FREE.includes(type)).sort()).toEqual([
      ...['AWS::CloudWatch::Alarm', DASHBOARD, 'AWS::Scheduler::Schedule'],
    ]);
    expect(stack.resources('AWS::CloudWatch::Alarm')).toHaveLength(IDLE.alarms);
    expect(stack.resources(DASHBOARD)).toHaveLength(1);
    expect(JSON.stringify(stack.resources('AWS::DynamoDB::Table'))).not.toContain('ProvisionedThroughput');
  });

  it('pays at most 0.50 USD a month with everything on', () => {
    const usd = idleLines().reduce((sum, line) => sum + line.usd, 0);

    expect(usd).toBeLessThanOrEqual(IDLE.mostUsd);
  });

  it('calls its watchdog as often, and with as much memory, as its price counts', () => {
    const schedules = stack.resources('AWS::Scheduler::Schedule').map(([, { Properties }]) => Properties);
    const watchdog = stack
      .resources('AWS::Lambda::Function')
      .find(([, { Properties }]) => Properties.FunctionName === 'surf-main-watchdog');

    expect(schedules).toMatchObject([{ ScheduleExpression: `rate(${IDLE.everyMinutes} minutes)` }]);
    expect(watchdog?.[1].Properties.MemorySize).toBe(IDLE.memoryMb);
  });
});
