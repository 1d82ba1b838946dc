import { Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { NodeHttpHandler } from '@smithy/node-http-handler';

export interface AwsClientOptions {
  readonly region: string;
  /** Address of an emulator. @default the address of the service */
  readonly endpoint?: string;
  /**
   * Key id and secret.
   * @default the SDK's chain (the role of the function, the environment, ~/.aws)
   */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Connections to one service at once; more calls wait. @default 64 */
  readonly connections?: number;
  /** From the start of a request until it has a connection. @default 2,000 */
  readonly connectTimeoutMs?: number;
  /** From the start of a request to the head of its answer. @default 5,000 */
  readonly requestTimeoutMs?: number;
  /**
   * Time limit of a put of an object, with the time to send it.
   * @default 30,000: 64 MiB at 2 MB/s
   */
  readonly transferTimeoutMs?: number;
}

/** One set a process; `close` ends their connections. */
export interface AwsClients {
  readonly dynamo: DynamoDBClient;
  readonly s3: S3Client;
  readonly sfn: SFNClient;
  readonly secrets: SecretsManagerClient;
  readonly transferTimeoutMs: number;
  close(): void;
}

/** Longest silence on a connection in use. */
const IDLE_TIMEOUT_MS = 10_000;

/**
 * Clients that share one pool of kept-alive connections. They try once: AwsCalls repeats, waits and
 * counts, so that every attempt is metered.
 */
export function awsClients(options: AwsClientOptions): AwsClients {
  const { region, endpoint, credentials, connections = 64 } = options;
  const { connectTimeoutMs = 2_000, requestTimeoutMs = 5_000, transferTimeoutMs = 30_000 } = options;
  const pool = { keepAlive: true, maxSockets: connections };
  const requestHandler = new NodeHttpHandler({
    httpAgent: new PlainAgent(pool),
    httpsAgent: new TlsAgent(pool),
    connectionTimeout: connectTimeoutMs,
    requestTimeout: requestTimeoutMs,
    throwOnRequestTimeout: true,
    socketTimeout: IDLE_TIMEOUT_MS,
  });
  const config = {
    region,
    requestHandler,
    maxAttempts: 1,
    retryMode: 'standard',
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
  };
  const dynamo = new DynamoDBClient(config);
  // Path style only where a host name per bucket does not resolve.
  const s3 = new S3Client({ ...config, forcePathStyle: endpoint !== undefined });
  const sfn = new SFNClient(config);
  const secrets = new SecretsManagerClient(config);
  return { dynamo, s3, sfn, secrets, transferTimeoutMs, close: () => requestHandler.destroy() };
}
