import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, it } from 'vitest';
import { findingsOf } from './template.ts';

it('the stack passes the AwsSolutions checks; what it does not follow is acknowledged with its reason', () => {
  expect(findingsOf()).toEqual([]);
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
