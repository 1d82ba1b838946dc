import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { ROOT } from '#test/architecture/source-files.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type ConnectProxy, startConnectProxy } from '#test/http/connect-proxy.ts';
import { type Site, startSite } from '#test/site/site.ts';

const OTHERS = 'coming-from-another-crawler';
/** A line of jsonl whose record has a list of items. */
interface Listing {
  readonly record: { readonly items: readonly { readonly name: string; readonly price: number }[] } | null;
}

const folder = temporaryFolder();
const before = process.cwd();
let site: Site;
let proxy: ConnectProxy;

beforeAll(async () => {
  site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
  proxy = await startConnectProxy();
  process.chdir(folder); // where the commands of a reader run
});
afterAll(async () => {
  process.chdir(before);
  await site.close();
  await proxy.close();
  await removeFolder(folder);
});

/** The `npx surf …` commands of a page, with the demo site as its address. */
async function commandsOf(page: string, folder = 'how-to'): Promise<string[][]> {
  const text = await readFile(`${ROOT}docs/${folder}/${page}.md`, 'utf8');
  const commands = [...text.matchAll(/^npx surf (.+)$/gm)].map((match) => match[1] ?? '');
  return commands.map((command) =>
    command
      .replaceAll(/https:\S+/g, `${site.origin(0)}/`)
      .replace('"$HTTPS_PROXY"', proxy.url)
      .replace(/ \| jq .*/, '') // what follows reads the output, and is not a program of Node
      .split(' '),
  );
}

/** Flags that the loopback site needs, and no pause between its pages. */
const flagsFor = (command: string | undefined): string[] => {
  if (command === 'crawl' || command === 'run' || command === 'estimate' || /^http:|\.txt$/.test(command ?? ''))
    return ['--allow-private-network', '--delay', '0'];
  return command === 'resume' ? ['--allow-private-network'] : [];
};

/** Runs the commands of a page. @returns what the last one wrote */
async function follow(commands: readonly string[][]): Promise<string> {
  let written = '';
  for (const command of commands) {
    const end = await surfHere([...command, ...flagsFor(command[0])]);
    const code = command.includes('--fail-on') ? 3 : 0; // the demo has broken links
    expect([command.join(' '), end.code, end.code === code ? '' : end.stderr]).toEqual([command.join(' '), code, '']);
    written = end.stdout;
  }
  return written;
}

it('runs each command of the how-to that makes Markdown of a documentation site', async () => {
  const commands = await commandsOf('markdown-of-a-documentation-site');

  await follow(commands);

  const written = await readdir(join(folder, 'text'), { recursive: true });
  expect(commands).toHaveLength(5);
  expect(written.filter((name) => name.endsWith('.md'))).toHaveLength(20);
  expect((await readFile(join(folder, 'all.md'), 'utf8')).match(/^text: "/gm)).toHaveLength(20);
});

it('runs each command of the how-to that says what changed', async () => {
  const commands = await commandsOf('see-what-changed');

  const lines = (await follow(commands)).trimEnd().split('\n');

  expect(commands).toHaveLength(8);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ type: 'summary', counts: { unchanged: 20, changed: 0 } });
});

it('runs each command of the page for users of other crawlers', async () => {
  const commands = await commandsOf(OTHERS, 'tutorial');
  const [, lamps = ''] = /```yaml\n(.*?)```/s.exec(await readFile(`${ROOT}docs/tutorial/${OTHERS}.md`, 'utf8')) ?? [];
  await writeFile(join(folder, 'lamps.yaml'), lamps.replace(/https:[^\]]+/, `${site.origin(0)}/`));
  await writeFile(join(folder, 'urls.txt'), `# two pages\n${site.origin(0)}/\n${site.origin(0)}/about\n`);
  await writeFile(join(folder, 'failed.txt'), `${site.origin(0)}/about\n`);

  const pages = (await follow(commands)).trimEnd().split('\n');

  const [urls = '', shop = '', prices = '', listed = '', resumed = ''] = await Promise.all(
    ['urls.csv', 'shop.csv', 'prices.jsonl', 'lamps.jsonl', 'pages.md'].map((name) =>
      readFile(join(folder, name), 'utf8'),
    ),
  );
  const records = listed.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as Listing).record]));
  const items = records.flatMap((record) => record?.items ?? []);
  expect(commands).toHaveLength(16);
  expect(items.length).toBeGreaterThan(10);
  expect(items).toEqual(items.map(() => ({ name: expect.any(String), price: expect.any(Number) })));
  expect(proxy.heads.length).toBeGreaterThan(0);
  expect(pages).toHaveLength(1); // the failed URL again
  expect(resumed.match(/^text: "/gm)).toHaveLength(10);
  expect([urls.split('\r\n')[0], shop.split('\r\n')[0]]).toEqual(['url,title', 'url,name,price']);
  expect(shop.split('\r\n').filter((line) => /,€ [\d.]+$/.test(line)).length).toBeGreaterThan(5);
  expect(prices.trimEnd().split('\n')).toHaveLength(shop.trimEnd().split('\r\n').length - 1);
});

it('runs each command of the page about estimates', async () => {
  const commands = await commandsOf('estimate', 'explanation');

  const [summary = ''] = (await follow(commands)).split('\n');

  expect(commands).toHaveLength(2);
  expect(summary).toMatch(/^25 pages, /);
});
