import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { attacked, crashProblems, said, startMachineSite, verifyProblems } from '#test/attack/machine.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/embedded-crawl.ts';
import type { ProcessEnd } from '#test/e2e/surf-process.ts';

const SURF = fileURLToPath(new URL('../../../cli/surf.mjs', import.meta.url));
/** Node and its modules take about 40; each connection takes one more. */
const FILES = 64;
const HOSTS = 200;
const MOST_MS = 60_000;

/** The process may open few files. */
export const noFiles: StagedScene = {
  name: 'few file descriptors',
  quick: false,
  attacks: [
    {
      id: 'few-descriptors',
      sends: `ulimit -n ${FILES} below a crawl of ${HOSTS} hosts`,
      must: 'waits or ends in words; no page fails for it; resume completes it',
    },
  ],
  stage: async () => [await attacked('few-descriptors', fewDescriptors)],
};

async function fewDescriptors(): Promise<[string, string[]]> {
  const data = temporaryFolder();
  const site = await startMachineSite({ pages: HOSTS, hosts: HOSTS, delayMs: 300 });
  try {
    const flags = [
      '--allow-private-network',
      '--delay',
      '0',
      '--attempts',
      '2',
      '--scope',
      'any',
      '--hosts-per-worker',
      '200',
    ];
    const limited = await withFiles(FILES, ['crawl', site.seed, '--data', data, ...flags]);
    const problems = crashProblems('crawl', limited);
    if (limited.code === null) problems.push(`it had not ended after ${MOST_MS / 1_000} s`);
    if (limited.code !== 0 && !/may not open more/.test(limited.stderr))
      problems.push(`it ended with ${limited.code}: ${limited.stderr.slice(-300)}`);
    const { json } = await said(data, 'status', 'last');
    const failed = (json.counts as { failed?: object } | undefined)?.failed ?? {};
    if (Object.keys(failed).length > 0) problems.push(`pages failed for it: ${JSON.stringify(failed)}`);
    const end = json.status === 'succeeded' ? { code: 0, json } : await said(data, 'resume', 'last');
    const counts = end.json.counts as { stored?: number; failed?: object } | undefined;
    if (counts?.stored !== HOSTS) problems.push(`${counts?.stored} of ${HOSTS} pages: ${JSON.stringify(counts)}`);
    problems.push(...(await verifyProblems(data)));
    return [
      `ended with ${limited.code} (${json.status}), nothing failed; in the end ${counts?.stored} of ${HOSTS} pages, verify holds`,
      problems,
    ];
  } finally {
    await site.close();
    removeFolder(data);
  }
}

/** Runs `surf` in a shell that lowers its own limit first. */
function withFiles(files: number, args: readonly string[]): Promise<ProcessEnd> {
  const shell = `ulimit -n ${files}; exec "$@"`;
  const child = spawn('/bin/sh', ['-c', shell, 'sh', process.execPath, SURF, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    }),
  );
}
