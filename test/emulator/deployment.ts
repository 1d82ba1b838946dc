import { randomBytes } from 'node:crypto';
import {
  CreateTableCommand,
  DeleteTableCommand,
  type KeySchemaElement,
  ScalarAttributeType,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { CreateStateMachineCommand } from '@aws-sdk/client-sfn';
import { type AwsPortOptions, type AwsPorts, awsPorts } from '#adapters/aws/aws-ports.ts';
import { type AwsClientOptions, type AwsClients, awsClients } from '#adapters/aws/calls/aws-clients.ts';
import {
  type AwsNames,
  type IndexShape,
  PARTITION_KEY,
  SORT_KEY,
  TABLES,
} from '#adapters/aws/environment/names.env.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { Meter } from '#core/cost/meter.ts';

/** Any secret will do. A busy machine, not the network, lets a connection wait. */
export const EMULATED: Pick<AwsClientOptions, 'region' | 'credentials' | 'connectTimeoutMs'> = {
  connectTimeoutMs: 60_000,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};

/** Nothing calls again for the tests, and the emulator can be as slow as a busy machine. */
const PATIENCE_MS = 60_000;

/** How another process reaches a deployment. */
export interface DeploymentPlace {
  readonly endpoint: string;
  readonly names: AwsNames;
}

/**
 * Tables and a bucket that nobody else uses, as the stack makes them (names.env.ts), and ways to
 * reach them.
 */
export class Deployment {
  names: AwsNames;
  /** Of the ports. */
  readonly clients: AwsClients;
  /** Past any proxy: makes and removes the tables, and looks at what is there. */
  readonly direct: AwsClients;

  private constructor(names: AwsNames, of: { direct: AwsClients; clients: AwsClients }) {
    this.names = names;
    this.clients = of.clients;
    this.direct = of.direct;
  }

  /**
   * @param through how the clients differ that the ports of the tests get: a proxy's address, a
   * shorter timeout
   */
  static async create(endpoint: string, through: Partial<AwsClientOptions> = {}): Promise<Deployment> {
    const direct = awsClients({ ...EMULATED, endpoint, requestTimeoutMs: PATIENCE_MS });
    const clients = awsClients({ ...EMULATED, endpoint, ...through });
    const id = randomBytes(6).toString('hex');
    const names = {
      workflows: `workflows-${id}`,
      tasks: `tasks-${id}`,
      units: `units-${id}`,
      hosts: `hosts-${id}`,
      bucket: `archive-${id}`,
      machineArn: '',
    };
    const deployment = new Deployment(names, { direct, clients });
    await Promise.all(TABLE_NAMES.map((table) => deployment.#createTable(table)));
    await direct.s3.send(new CreateBucketCommand({ Bucket: names.bucket }));
    return deployment;
  }

  /** @param change what the ports of one test have differently */
  ports(change: Partial<AwsPortOptions> = {}): AwsPorts {
    const { clients, names } = this;
    const clock = new SystemClock();
    return awsPorts({
      clients,
      names,
      clock,
      random: systemRandomId,
      jitter: Math.random,
      meter: new Meter(),
      stage: names.bucket,
      ...change,
    });
  }

  /** A state machine that does nothing. @returns its ARN */
  async createMachine(): Promise<string> {
    const definition = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Pass', End: true } } });
    const request = { name: this.names.bucket, definition, roleArn: 'arn:aws:iam::000000000000:role/surf' };
    const { stateMachineArn = '' } = await this.direct.sfn.send(new CreateStateMachineCommand(request));
    return stateMachineArn;
  }

  /** Removes the tables; objects go with the emulator. */
  async remove(): Promise<void> {
    const deletions = TABLE_NAMES.map((table) => new DeleteTableCommand({ TableName: this.names[table] }));
    await Promise.all(deletions.map((command) => this.direct.dynamo.send(command)));
    this.clients.close();
    this.direct.close();
  }

  /** Replaces a table by an empty one under another name, as an operator does after a loss. */
  async loseTable(table: keyof typeof TABLES): Promise<void> {
    await this.direct.dynamo.send(new DeleteTableCommand({ TableName: this.names[table] }));
    this.names = { ...this.names, [table]: `${this.names[table]}-restored` };
    await this.#createTable(table);
  }

  async #createTable(table: keyof typeof TABLES): Promise<void> {
    const { indexes } = TABLES[table];
    const own: IndexShape = {
      name: '',
      partitionKey: { name: PARTITION_KEY, type: 'S' },
      sortKey: { name: SORT_KEY, type: 'S' },
    };
    const keys = [own, ...indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);
    const types = new Map(keys.map(({ name, type }) => [name, type])); // two indexes may share an attribute
    await this.direct.dynamo.send(
      new CreateTableCommand({
        TableName: this.names[table],
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...types].map(([name, type]) => ({
          AttributeName: name,
          AttributeType: ScalarAttributeType[type],
        })),
        KeySchema: schemaOf(own),
        ...(indexes.length > 0 && {
          GlobalSecondaryIndexes: indexes.map((index) => ({
            IndexName: index.name,
            KeySchema: schemaOf(index),
            Projection: { ProjectionType: 'KEYS_ONLY' },
          })),
        }),
      }),
    );
  }
}

const TABLE_NAMES = Object.keys(TABLES) as (keyof typeof TABLES)[];

const schemaOf = ({ partitionKey, sortKey }: IndexShape): KeySchemaElement[] => [
  { AttributeName: partitionKey.name, KeyType: 'HASH' },
  { AttributeName: sortKey.name, KeyType: 'RANGE' },
];
