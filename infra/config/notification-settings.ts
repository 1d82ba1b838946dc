import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SETTINGS } from '../../lambdas/settings/settings.env.ts';
import type { SurfConfig } from './surf-config.ts';

/** Configures a function that checks or sends messages; does nothing while no channel is on. */
export function configureNotifications(fn: LambdaFunction, { notifications }: SurfConfig): void {
  const { emailFrom: from, emailTo: to, topics } = notifications;
  if (from === null && topics.length === 0) return;
  const email = from === null ? null : { from, ...(to.length > 0 && { to }) };
  const arns = Object.fromEntries(topics.map((name) => [name, topicArn(fn, name)]));
  fn.addEnvironment(SETTINGS.notifications, JSON.stringify({ email, topics: arns }));
}

/**
 * Lets `fn` send e-mail from one address, and publish to the configured topics; a disabled channel
 * needs no right. SES requires the identity that it knows, address or domain.
 */
export function grantNotifications(fn: LambdaFunction, { notifications }: SurfConfig): void {
  const { emailFrom: from, topics } = notifications;
  if (from !== null)
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [from, from.slice(from.lastIndexOf('@') + 1)].map((identity) =>
          Stack.of(fn).formatArn({ service: 'ses', resource: 'identity', resourceName: identity }),
        ),
        conditions: { StringEquals: { 'ses:FromAddress': from } },
      }),
    );
  if (topics.length > 0)
    fn.addToRolePolicy(
      new PolicyStatement({ actions: ['sns:Publish'], resources: topics.map((name) => topicArn(fn, name)) }),
    );
}

const topicArn = (fn: LambdaFunction, name: string): string =>
  Stack.of(fn).formatArn({ service: 'sns', resource: name });
