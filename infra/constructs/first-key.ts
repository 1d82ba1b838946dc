import { RemovalPolicy, type SecretValue, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { type Deployment, resourceName } from '../deployment.ts';

const KEY_LENGTH = 40;

/** The first API key: made once, at random, by Secrets Manager, and never overwritten by a later deployment. Kept when the stack is deleted. */
export class FirstKey extends Construct {
  readonly #secret: Secret;
  readonly name: string;

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    this.name = resourceName(deployment, 'first-key');
    this.#secret = new Secret(this, 'Resource', {
      secretName: this.name,
      description: `First API key of ${resourceName(deployment, 'api')}`,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'key',
        passwordLength: KEY_LENGTH,
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(this.#secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'A key that changes by itself would lock out the clients that have it; docs/deploy.md shows how it is replaced.',
    });
  }

  /** The key, for API Gateway alone: CloudFormation fills it in, no template holds it. */
  get value(): SecretValue {
    return this.#secret.secretValueFromJson('key');
  }
}
