import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  Table,
  TableEncryption,
  type TableProps,
} from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import {
  ENVIRONMENT,
  type IndexShape,
  PARTITION_KEY,
  PURGE_AT,
  SORT_KEY,
  TABLES,
} from '../../../adapters/aws/environment/names.env.ts';
import { type Deployment, logicalIdOf, resourceName } from '../../config/deployment.ts';

/** Capacity settings of one table in `surf.config.json`. */
type Capacity = Deployment['config']['tables'][keyof typeof TABLES];

const isExact = (capacity: Capacity): capacity is Exclude<Capacity, 'on-demand' | null> =>
  capacity !== null && capacity !== 'on-demand';

const PROVISIONED_LEAST = 5;
const PROVISIONED_MOST = 1_000;

/** IAM actions that read or write rows. Scan is not among them: no path of a user needs it. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem';

/** One of the four tables of design.md §5. Stateful: kept when the stack is deleted. */
export class DynamoTable extends Construct {
  readonly table: Table;
  readonly #name: keyof typeof TABLES;

  constructor(scope: Construct, id: string, props: Deployment & { readonly name: keyof typeof TABLES }) {
    super(scope, id);
    const { name, config, target } = props;
    const { indexes, purged, control } = TABLES[name];
    this.#name = name;
    const capacity = config.tables[name];
    const other = config.names[name];
    this.table = new Table(this, logicalIdOf(other), {
      tableName: other ?? resourceName(props, name),
      partitionKey: { name: PARTITION_KEY, type: AttributeType.STRING },
      sortKey: { name: SORT_KEY, type: AttributeType.STRING },
      encryption: TableEncryption.DEFAULT, // AES-256 by a key of AWS: free, and no grant can be forgotten
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(purged && { timeToLiveAttribute: PURGE_AT }),
      ...(control && target === 'aws' && { pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true } }),
      ...billing(config.tables, capacity),
    });
    if (!control) {
      Validations.of(this.table).acknowledge({
        id: 'AwsSolutions-DDB3',
        reason:
          'Nothing that counts: task rows are made again from the archive, units and leases last as long as a wave. Point-in-time recovery of millions of rows would cost more than the crawl.',
      });
    }
    if (control && target === 'local') {
      Validations.of(this.table).acknowledge({
        id: 'AwsSolutions-DDB3',
        reason: 'Emulators have no point-in-time recovery, and keep nothing that could be recovered.',
      });
    }
    for (const index of indexes) this.#addIndex(index, capacity);
    if (config.tables.mode === 'provisioned' && capacity === null) this.#scale(config.tables);
  }

  /** Names the table in the environment of `fn`, and allows these actions on its rows. */
  grant(fn: LambdaFunction, ...actions: readonly TableAction[]): Grant {
    fn.addEnvironment(ENVIRONMENT[this.#name], this.table.tableName);
    return this.#allow(fn, this.table.tableArn, actions);
  }

  /**
   * Lets `fn` read rows of executions, and no other control data.
   * @param workflows true to read rows of workflows, too
   */
  grantExecutionRows(fn: LambdaFunction, { workflows = false } = {}): Grant {
    fn.addEnvironment(ENVIRONMENT[this.#name], this.table.tableName);
    return Grant.addToPrincipal({
      grantee: fn,
      actions: ['dynamodb:GetItem'],
      resourceArns: [this.table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['X#*', ...(workflows ? ['W#*'] : [])] } },
    });
  }

  /** Lets `fn` write storage sizes of executions, and no other control data. */
  grantStoredSizes(fn: LambdaFunction): Grant {
    return Grant.addToPrincipal({
      grantee: fn,
      actions: ['dynamodb:PutItem'],
      resourceArns: [this.table.tableArn],
      conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['Q#'] } },
    });
  }

  /** Allows queries of one index. */
  grantIndex(fn: LambdaFunction, index: IndexShape): Grant {
    fn.addEnvironment(ENVIRONMENT[this.#name], this.table.tableName);
    return this.#allow(fn, `${this.table.tableArn}/index/${index.name}`, ['Query']);
  }

  #allow(grantee: IGrantable, arn: string, actions: readonly TableAction[]): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: actions.map((action) => `dynamodb:${action}`),
      resourceArns: [arn],
    });
  }

  #addIndex({ name, partitionKey, sortKey }: IndexShape, capacity: Capacity): void {
    this.table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: { name: partitionKey.name, type: AttributeType.STRING },
      sortKey: { name: sortKey.name, type: sortKey.type === 'N' ? AttributeType.NUMBER : AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
      ...(isExact(capacity) && { readCapacity: capacity.read, writeCapacity: capacity.write }),
    });
  }

  #scale({ writeCeiling, readCeiling }: Deployment['config']['tables']): void {
    const most = (ceiling: number | null) => ({
      minCapacity: PROVISIONED_LEAST,
      maxCapacity: ceiling ?? PROVISIONED_MOST,
    });
    this.table.autoScaleWriteCapacity(most(writeCeiling)).scaleOnUtilization({ targetUtilizationPercent: 70 });
    this.table.autoScaleReadCapacity(most(readCeiling)).scaleOnUtilization({ targetUtilizationPercent: 70 });
  }
}

function billing(
  { mode, writeCeiling, readCeiling }: Deployment['config']['tables'],
  capacity: Capacity,
): Partial<TableProps> {
  if (isExact(capacity)) {
    return { billingMode: BillingMode.PROVISIONED, readCapacity: capacity.read, writeCapacity: capacity.write };
  }
  if (capacity === null && mode === 'provisioned') {
    return { billingMode: BillingMode.PROVISIONED, readCapacity: PROVISIONED_LEAST, writeCapacity: PROVISIONED_LEAST };
  }
  return {
    billingMode: BillingMode.PAY_PER_REQUEST,
    ...(writeCeiling !== null && { maxWriteRequestUnits: writeCeiling }),
    ...(readCeiling !== null && { maxReadRequestUnits: readCeiling }),
  };
}
