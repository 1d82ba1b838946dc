import { Stack } from 'aws-cdk-lib';
import { type IPrincipal, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * An AWS service that assumes a role, for this account only: without the condition another account
 * could make it act (the confused deputy).
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
 */
export const ownService = (scope: Construct, service: 'states' | 'scheduler'): IPrincipal =>
  new ServicePrincipal(`${service}.amazonaws.com`, {
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
  });
