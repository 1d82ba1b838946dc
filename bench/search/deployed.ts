import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { partsOf } from '#adapters/search/segment/segment-file.ts';
import { SegmentWriter } from '#adapters/search/segment/segment-writer.ts';
import { segmentKey } from '#adapters/search/segment-files.ts';
import { CpuShare } from '#bench/search/cpu-share.ts';
import { type FunctionAnswer, FunctionProcess } from '#bench/search/function-process.ts';
import { pageOf, someWords, wordOf } from '#bench/search/made-pages.ts';
import { SlowServices } from '#bench/search/slow-services.ts';
import { searchName } from '#core/archive/object-keys.ts';
import { keyHash } from '#core/identity/api-key.ts';
import { AwsCrawl } from '#test/e2e/crawls/aws-crawl.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { MiniStack } from '#test/emulator/ministack.ts';
import { startSite } from '#test/site/site.ts';
import { FIRST_KEY_ROW } from '../../adapters/aws/environment/first-key.env.ts';
import { ENVIRONMENT, PARTITION_KEY, SORT_KEY } from '../../adapters/aws/environment/names.env.ts';
import { bundleEntries } from '../../infra/constructs/functions/function-bundle.ts';

/**
 * `node bench/search/deployed.ts [PAGES]`: searches an index of made-up pages (100,000 by default)
 * by the bundle of the function `api`, in a process with the CPU of the function, where
 * S3 takes 30 ms and sends 78 MB/s (a function has 625 Mbit/s); other services take 5 ms.
 * Cold: from the start of a new process to its first answer, the index fetched to its disk. Warm:
 * the next searches. Needs Python 3 (MiniStack); the share of a CPU needs root and cgroups 1.
 */
const PAGES = Number(process.argv[2] ?? 100_000);
const COLD = 11;
const WARM = 200;
const SERVICES = { s3Ms: 30, otherMs: 5, bytesPerSecond: 625_000_000 / 8 };
/** 1,024 MB of 1,769, which are one CPU. */
const CPUS = 1_024 / 1_769;
const KEY = 'the-first-key-of-this-benchmark';
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'surf-deployed-'));

const share = new CpuShare(CPUS);
const path = join(folder, 'index.sqlite');
const writer = new SegmentWriter(path);
for (let n = 0; n < PAGES; n++) writer.add(pageOf(n));
writer.finish();
const parts = await partsOf(path);
const digest = parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

const emulator = await MiniStack.start();
const deployment = await Deployment.create(emulator.endpoint);
const site = await startSite({ handler: (exchange) => exchange.html('<p>One page') });
const crawl = await AwsCrawl.create(deployment, { seeds: [`${site.origin(0)}/`] });
const { wave } = await crawl.run();
const key = segmentKey(searchName(crawl.id, wave), digest);
await deployment.ports().archive.put(key, parts);
await deployment.direct.dynamo.send(
  new PutItemCommand({
    TableName: deployment.names.workflows,
    Item: {
      [PARTITION_KEY]: { S: FIRST_KEY_ROW.partition },
      [SORT_KEY]: { S: FIRST_KEY_ROW.sort },
      [FIRST_KEY_ROW.hash]: { S: keyHash(KEY) },
    },
  }),
);
const services = await SlowServices.start(emulator.endpoint, { ...SERVICES, object: { name: key, path } });
bundleEntries([{ in: 'lambdas/api.lambda.ts', out: 'index' }], { root, folder });

const environment = (disk: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(ENVIRONMENT).map(([name, variable]) => [
      variable,
      deployment.names[name as keyof typeof ENVIRONMENT],
    ]),
  ),
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL: services.endpoint,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
  TMPDIR: disk,
  SURF_STAGE: 'bench',
  POWERTOOLS_SERVICE_NAME: 'surf',
  POWERTOOLS_DEV: 'false',
});

const eventOf = (text: string) => {
  const headers = { Host: ['bench.example'], 'X-Api-Key': [KEY] };
  const asked = `/v1/executions/${crawl.id}/search`;
  return {
    version: '1.0',
    resource: '/{proxy+}',
    httpMethod: 'GET',
    path: asked,
    body: null,
    isBase64Encoded: false,
    headers: Object.fromEntries(Object.entries(headers).map(([name, [value]]) => [name, value])),
    multiValueHeaders: headers,
    multiValueQueryStringParameters: { q: [text] },
    requestContext: { domainName: 'bench.example', stage: 'bench', path: `/bench${asked}`, httpMethod: 'GET' },
  };
};

/** One in the order of time. */
const at = (times: readonly number[], of: number): number =>
  Math.round([...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(of * times.length))] ?? 0);

async function ask(sandbox: FunctionProcess, text: string): Promise<FunctionAnswer> {
  const answer = await sandbox.call(eventOf(text));
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`);
  return answer;
}

const [cold, called, cpu, warm]: [number[], number[], number[], number[]] = [[], [], [], []];
let memory = 0;
for (let n = 0; n < COLD; n++) {
  const disk = mkdtempSync(join(folder, 'disk-'));
  const started = performance.now();
  const sandbox = new FunctionProcess(folder, { env: environment(disk), share });
  const { ms, cpuMs, body } = await ask(sandbox, wordOf(0));
  cold.push(performance.now() - started);
  called.push(ms);
  cpu.push(cpuMs);
  if (n === 0) process.stdout.write(`${JSON.parse(body).total} of ${JSON.parse(body).indexed} pages found\n`);
  if (n === COLD - 1) {
    for (let search = 0; search < WARM; search++) {
      const text = `${someWords(1 + (search % 3))}${search % 4 === 0 ? ` site:host${search % 40}.example` : ''}`;
      const answer = await ask(sandbox, text);
      warm.push(answer.ms);
      memory = Math.max(memory, answer.rssMb);
    }
  }
  await sandbox.end();
  rmSync(disk, { recursive: true });
}
const megabytes = Math.round(statSync(path).size / 1_000_000);
process.stdout.write(`${PAGES} pages, ${megabytes} MB; ${share.holds ? CPUS.toFixed(2) : 'whole'} CPU\n`);
process.stdout.write(`cold: median ${at(cold, 0.5)} ms, most ${at(cold, 1)} ms\n`);
process.stdout.write(`its call alone: median ${at(called, 0.5)} ms; CPU with the start: ${at(cpu, 0.5)} ms\n`);
process.stdout.write(`warm: median ${at(warm, 0.5)} ms, p95 ${at(warm, 0.95)} ms; ${memory} MB of memory\n`);

await crawl.close();
await services.close();
await site.close();
await deployment.remove();
await emulator.stop();
share.remove();
rmSync(folder, { recursive: true });
