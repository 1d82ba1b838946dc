import { type CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, Grant, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct, type IConstruct } from 'constructs';
import { ARCHIVE_PREFIXES, ENVIRONMENT } from '../../../adapters/aws/environment/names.env.ts';
import { type Deployment, logicalIdOf, resourceName } from '../../config/deployment.ts';

/**
 * Days that a robots.txt is kept. Surf fetches it again after a day at most; old ones are evidence
 * for some months (N6).
 */
const ROBOTS_DAYS = 180;

type Prefix = (typeof ARCHIVE_PREFIXES)[number];

/**
 * Fetched pages, frontiers, evidence: written once, never changed. Stateful: kept when the stack is
 * deleted.
 */
export class ArchiveBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    const { account, region } = Stack.of(this);
    const other = deployment.config.names.archive;
    this.bucket = new Bucket(this, logicalIdOf(other), {
      bucketName: other ?? `${resourceName(deployment, 'archive')}-${account}-${region}`,
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      lifecycleRules: [
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        { id: 'robots', prefix: 'robots/', expiration: Duration.days(ROBOTS_DAYS) },
      ],
    });
    this.#refuseOverwrites();
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Access logs would be one more object per request to a bucket that only our functions reach, each with its own role; CloudTrail data events show the same on demand.',
    });
  }

  /**
   * Makes S3 refuse a write that could replace an object, even from a worker that a page has taken
   * over. Parts of an upload carry no condition; the call that completes it does.
   * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes-enforce.html
   */
  #refuseOverwrites(): void {
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ObjectsAreWrittenOnce',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject'],
        resources: [this.bucket.arnForObjects('*')],
        conditions: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
      }),
    );
  }

  /**
   * Lets `fn` put and read objects, and tell a missing one (404) from a forbidden one, which
   * requires ListBucket.
   * @param prefixes of their keys
   */
  grantReadWrite(fn: LambdaFunction, ...prefixes: readonly Prefix[]): Grant {
    const objects = this.#grant(fn, ['s3:GetObject', 's3:PutObject'], this.#objects(fn, prefixes));
    return objects.combine(this.#grant(fn, ['s3:ListBucket'], [this.bucket.bucketArn]));
  }

  /**
   * Lets `fn` read objects and list them.
   * @param prefixes of their keys. @default all
   */
  grantRead(fn: LambdaFunction, prefixes: readonly Prefix[] = ARCHIVE_PREFIXES): Grant {
    const objects = this.#grant(fn, ['s3:GetObject'], this.#objects(fn, prefixes));
    return objects.combine(this.#grant(fn, ['s3:ListBucket'], [this.bucket.bucketArn]));
  }

  /** Lets `fn` put files that are made of an execution's objects for downloads. */
  grantWriteDownloads(fn: LambdaFunction): Grant {
    return this.#grantOn(fn, 'executions/*/downloads/*', ['s3:PutObject']);
  }

  /** Lets `fn` put search indexes and comparisons of executions, and delete old ones. */
  grantWriteBuilds(fn: LambdaFunction): Grant {
    const actions = ['s3:PutObject', 's3:DeleteObject'];
    const indexes = this.#grantOn(fn, 'executions/*/search/*', actions);
    return indexes.combine(this.#grantOn(fn, 'executions/*/reports/*', actions));
  }

  /** Lets `fn` read comparisons of executions, and tell a missing one from a forbidden one. */
  grantReadComparisons(fn: LambdaFunction): Grant {
    const objects = this.#grantOn(fn, 'executions/*/reports/*', ['s3:GetObject']);
    return objects.combine(this.#grant(fn, ['s3:ListBucket'], [this.bucket.bucketArn]));
  }

  /** Lets `fn` read registers of external links; finding one also requires ListBucket. */
  grantReadRegisters(fn: LambdaFunction): Grant {
    return this.#grantOn(fn, 'executions/*/external/*', ['s3:GetObject']);
  }

  /** Lets `fn` delete objects of executions. */
  grantDelete(fn: LambdaFunction): Grant {
    return this.#grant(fn, ['s3:DeleteObject'], [this.bucket.arnForObjects('executions/*')]);
  }

  /** Lets a role read objects that match a pattern, for the given reason. */
  grantReadTickets(role: Role): void {
    const pattern = 'executions/*/tickets.jsonl';
    role.addToPolicy(
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [this.bucket.arnForObjects(pattern)] }),
    );
    this.#acknowledge(role, [pattern]);
  }

  #grantOn(fn: LambdaFunction, pattern: string, actions: string[]): Grant {
    if (fn.role !== undefined) this.#acknowledge(fn.role, [pattern]);
    return this.#grant(fn, actions, [this.bucket.arnForObjects(pattern)]);
  }

  #objects(fn: LambdaFunction, prefixes: readonly Prefix[]): string[] {
    const patterns = prefixes.map((prefix) => `${prefix}*`);
    if (fn.role !== undefined) this.#acknowledge(fn.role, patterns);
    return patterns.map((pattern) => this.bucket.arnForObjects(pattern));
  }

  /** Acknowledges the only wildcards of these roles. */
  #acknowledge(role: IConstruct, patterns: readonly string[]): void {
    const bucket = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnElement);
    for (const pattern of patterns) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::<${bucket}.Arn>/${pattern}]`,
        reason: 'Keys of objects are made at run time; the prefix is all that can be said before.',
      });
    }
  }

  #grant(fn: LambdaFunction, actions: string[], resourceArns: string[]): Grant {
    fn.addEnvironment(ENVIRONMENT.bucket, this.bucket.bucketName);
    return Grant.addToPrincipal({ grantee: fn, actions, resourceArns });
  }
}
