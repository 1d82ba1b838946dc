import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, it } from 'vitest';
import { findingsOf } from './template.ts';

it.each([
  ['without a region', {}],
  ['with -c region=eu-west-1', { config: { stage: 'test', region: 'eu-west-1' } }],
  ['with a region of China', { config: { region: 'cn-north-1' } }],
  ['with a region and an account', { config: { region: 'eu-west-1' }, account: '111122223333' }],
  ['for an emulator', { target: 'local' }],
  ['for an emulator, with a region', { target: 'local', config: { region: 'us-east-1' } }],
] as const)(
  'the stack %s passes the AwsSolutions checks; each exception is acknowledged with its reason',
  (_, options) => {
    expect(findingsOf(options)).toEqual([]);
  },
);

it('a planted open bucket is found for an emulator, too: deploy:local keeps the checks on', () => {
  const findings = findingsOf({ target: 'local', change: (stack) => void new Bucket(stack, 'Planted') });

  expect(findings.join('\n')).toContain('Planted');
});

it('a planted open bucket and a planted wildcard are found', () => {
  const findings = findingsOf({
    change: (stack) => {
      new Bucket(stack, 'Planted');
      const actions = ['s3:DeleteBucket'];
      stack.watchdog.fn.addToRolePolicy(new PolicyStatement({ actions, resources: ['arn:aws:s3:::*'] }));
    },
  });

  expect(findings.join('\n')).toContain('Planted');
  expect(findings.join('\n')).toContain('AwsSolutions-IAM5[Resource::arn:aws:s3:::*]');
});
