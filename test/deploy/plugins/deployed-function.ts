import { buffer } from 'node:stream/consumers';
import { CreateFunctionCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { buildSync } from 'esbuild';
import { zipOf } from '#core/export/zip-file.ts';
import type { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { iam } from '#test/deploy/grants/deployment-grants.ts';
import { EMULATED } from '#test/emulator/deployment.ts';

/** ARN of a function in the emulator, whether or not it is there. */
export const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

/** Lambda takes the role, which may do nothing. */
const ASSUMED = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
};

export interface FunctionOfDeployer {
  readonly name: string;
  /** Module that exports `handler`. */
  readonly module: string;
  readonly timeoutSeconds: number;
}

/** Deploys a function beside the stack, bundled as docs/how-to/extend.md says. */
export async function deployFunction(
  surf: EmulatedDeployment,
  { name, module, timeoutSeconds }: FunctionOfDeployer,
): Promise<void> {
  const lambda = new LambdaClient({ ...EMULATED, endpoint: surf.endpoint });
  await iam(surf.endpoint, { Action: 'CreateRole', RoleName: name, AssumeRolePolicyDocument: JSON.stringify(ASSUMED) });
  await lambda.send(
    new CreateFunctionCommand({
      FunctionName: name,
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Role: `arn:aws:iam::000000000000:role/${name}`,
      Timeout: timeoutSeconds,
      MemorySize: 256,
      Code: { ZipFile: await zipped(bundled(module)) },
    }),
  );
  lambda.destroy();
}

function bundled(module: string): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [module],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

async function zipped(input: Uint8Array): Promise<Uint8Array> {
  const entries = async function* () {
    yield { name: 'index.js', input, lastModified: new Date(0) };
  };
  return await buffer(zipOf(entries()));
}
