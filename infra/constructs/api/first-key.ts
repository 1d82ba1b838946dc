import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { type CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { SETTINGS } from '../../../lambdas/settings/settings.env.ts';
import { type Deployment, resourceName } from '../../config/deployment.ts';

const KEY_LENGTH = 40;

/**
 * The first API key, which Secrets Manager creates once, at random; no later deployment overwrites
 * it. Deleted with the stack: it opens nothing else. CloudFormation generates its name, because a
 * deleted secret reserves its name for up to 30 days.
 */
export class FirstKey extends Construct {
  readonly #secret: Secret;

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    this.#secret = new Secret(this, 'Resource', {
      description: `First API key of ${resourceName(deployment, 'api')}`,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'key',
        passwordLength: KEY_LENGTH,
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.#secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'A key that changes by itself would lock out the clients that have it; docs/how-to/deploy.md shows how it is replaced.',
    });
  }

  /** ARN of the secret. */
  get arn(): string {
    return (this.#secret.node.defaultChild as CfnSecret).attrId; // the same as its Ref, which the emulator takes for the name
  }

  /**
   * Lets `fn` read this secret, and names it to `fn`. Neither a template nor an environment holds
   * the key.
   */
  grantRead(fn: LambdaFunction): Grant {
    fn.addEnvironment(SETTINGS.firstKey, this.arn);
    return Grant.addToPrincipal({ grantee: fn, actions: ['secretsmanager:GetSecretValue'], resourceArns: [this.arn] });
  }
}
