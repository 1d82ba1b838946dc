import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { secretPrefix } from '../../../adapters/aws/environment/secret-id.env.ts';
import { nagName } from '../nag-name.ts';

/**
 * Lets `fn` read the secrets of this deployment's users (`surf/<stage>/<owner>/<NAME>`), and no
 * other secret of the account: not the first key, and not those of another stage. People store them
 * with the AWS CLI or console; no part of Surf creates, lists or changes one. Encrypted with the
 * key aws/secretsmanager they need no grant of KMS.
 */
export function grantUserSecrets(fn: LambdaFunction, stage: string): Grant {
  const arn = Stack.of(fn).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: `${secretPrefix(stage)}*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const { partition, region, account } = Stack.of(fn);
  const place = [
    nagName(partition, 'Partition'),
    'secretsmanager',
    nagName(region, 'Region'),
    nagName(account, 'AccountId'),
  ];
  if (fn.role !== undefined) {
    Validations.of(fn.role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:${place.join(':')}:secret:${secretPrefix(stage)}*]`,
      reason: 'Users name their secrets; all are below this prefix, which is the deployment’s own.',
    });
  }
  return Grant.addToPrincipal({ grantee: fn, actions: ['secretsmanager:GetSecretValue'], resourceArns: [arn] });
}
