import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { CreateBucketCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { zipOf } from '#core/export/zip-file.ts';
import { askedByForm, asRoot } from '#test/emulator/as-root.ts';

const BUCKET = 'cdk-hnb659fds-assets-000000000000-us-east-1';
const BOOTSTRAP_VERSION = { Name: '/cdk-bootstrap/hnb659fds/version', Value: '30', Type: 'String' };
const MOST_LOOKS = 6_000;
const LOOK_MS = 100;

interface AssetManifest {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path: string; readonly packaging: 'zip' | 'file' };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

/** Where an assembly of the CDK goes. */
export interface AssemblyTarget {
  readonly endpoint: string;
  readonly s3: S3Client;
  /** Name of the stack, and of its files in the assembly. */
  readonly stack: string;
}

/**
 * Deploys the assembly of a stack into a fresh emulator: its files into the bucket of the toolkit,
 * then its template through CloudFormation, as `cdk bootstrap` and `cdk deploy` do. The two
 * commands take 5 s of CPU: only the files that test the deployment itself run them.
 * @returns outputs of the stack, by name
 */
export async function deployAssembly(folder: string, target: AssemblyTarget): Promise<ReadonlyMap<string, string>> {
  const { endpoint, s3, stack } = target;
  await Promise.all([s3.send(new CreateBucketCommand({ Bucket: BUCKET })), bootstrapped(endpoint)]);
  const { files } = JSON.parse(readFileSync(join(folder, `${stack}.assets.json`), 'utf8')) as AssetManifest;
  for (const { source, destinations } of Object.values(files)) {
    const path = join(folder, source.path);
    const Body = source.packaging === 'zip' ? await zipped(path) : readFileSync(path);
    for (const { objectKey: Key } of Object.values(destinations))
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  }
  await cloudFormation(endpoint, {
    Action: 'CreateStack',
    StackName: stack,
    TemplateURL: `https://s3.us-east-1.amazonaws.com/${BUCKET}/${templateKey(folder, stack)}`,
    'Capabilities.member.1': 'CAPABILITY_NAMED_IAM',
  });
  return await outputsOf(endpoint, stack);
}

/** Templates require the version that `cdk bootstrap` writes there. */
async function bootstrapped(endpoint: string): Promise<void> {
  const answer = await fetch(`${endpoint}/`, {
    method: 'POST',
    headers: {
      authorization: asRoot('ssm'),
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonSSM.PutParameter',
    },
    body: JSON.stringify(BOOTSTRAP_VERSION),
  });
  if (!answer.ok) throw new Error(`PutParameter: ${await answer.text()}`);
}

/** Stored, not compressed: nobody downloads it. */
function zipped(folder: string): Promise<Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const entries = async function* () {
    for (const name of names) yield { name, input: readFileSync(join(folder, name)), lastModified: new Date(0) };
  };
  return buffer(zipOf(entries()));
}

/** Of the template among the files of the assembly. */
function templateKey(folder: string, stack: string): string {
  const { artifacts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    readonly artifacts: Readonly<
      Record<string, { readonly properties?: { readonly stackTemplateAssetObjectUrl?: string } }>
    >;
  };
  const url = artifacts[stack]?.properties?.stackTemplateAssetObjectUrl ?? '';
  return url.slice(url.lastIndexOf('/') + 1);
}

async function outputsOf(endpoint: string, stack: string): Promise<ReadonlyMap<string, string>> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const xml = await cloudFormation(endpoint, { Action: 'DescribeStacks', StackName: stack });
    const [, status = ''] = /<StackStatus>(\w+)</.exec(xml) ?? [];
    if (status === 'CREATE_COMPLETE') {
      const outputs = xml.matchAll(/<OutputKey>([^<]*)<\/OutputKey>\s*<OutputValue>([^<]*)</g);
      return new Map([...outputs].map(([, key = '', value = '']) => [key, value]));
    }
    if (status !== 'CREATE_IN_PROGRESS') throw new Error(`${stack}: ${xml.slice(0, 2_000)}`);
    await setTimeout(LOOK_MS);
  }
  throw new Error(`${stack} is not created`);
}

const cloudFormation = (endpoint: string, parameters: Readonly<Record<string, string>>): Promise<string> =>
  askedByForm(endpoint, { service: 'cloudformation', version: '2010-05-15', parameters });
