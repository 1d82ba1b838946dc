import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { createClient, type SurfClient } from '#api/client/client.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Debian's, or whichever CHROMIUM names. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A browser before a console. */
export interface ConsoleBrowser {
  /** A window; every error of the page, and every breach of its CSP, is kept. */
  open(place?: string, options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** A server with data of its own, and a browser before it. */
export interface ConsoleUnderTest extends ConsoleBrowser {
  /** Ends with a slash. */
  readonly address: string;
  readonly client: SurfClient;
}

export interface OpenPage {
  readonly page: Page;
  readonly faults: readonly string[];
}

/** Builds what is to be tested. */
export function buildConsole(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'web/build.ts')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' }, // Vitest's would make React's development build
  });
  if (status !== 0 || !existsSync(join(ROOT, 'web/dist/index.html'))) throw new Error(`no console: ${stderr}`);
}

/** @param flags of `surf serve` besides: `--issuer`, `--demo` and the like; pages may ask their origins, too */
export async function startConsole(flags: readonly string[] = []): Promise<ConsoleUnderTest> {
  const data = await mkdtemp(join(tmpdir(), 'surf-web-'));
  const port = await freePort();
  const args = [join(ROOT, 'cli/main.ts'), 'serve', '--port', String(port), '--data', data, ...flags];
  const server = spawn(process.execPath, args, { stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}/`;
  await answers(address);
  const browser = await openBrowser(address, flags);
  return {
    address,
    client: createClient({ address }),
    open: browser.open,
    close: async () => {
      await browser.close();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** @param address of a console, which ends with a slash @param allowed origins that its pages may ask besides */
export async function openBrowser(address: string, allowed: readonly string[] = []): Promise<ConsoleBrowser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  return {
    open: (place = '', options = {}) => openPage(browser, { address: address + place, options, allowed }),
    close: () => browser.close(),
  };
}

interface Opening {
  readonly address: string;
  readonly options: BrowserContextOptions;
  /** Origins that pages may ask besides their own. */
  readonly allowed: readonly string[];
}

async function openPage(browser: Browser, { address, options, allowed }: Opening): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const known = [new URL(address).origin, ...allowed].includes(url.origin);
    if (/^https?:$/.test(url.protocol) && !known) faults.push(`asked ${url.origin}`);
  });
  await page.goto(address);
  return { page, faults };
}

/** A view with everything in it, except what comes by polling. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.locator('main .loading').first().waitFor({ state: 'detached' });
}

/** The sandbox says that it kept a script or an image of the archived page from running or loading. */
export const isFenceOfFrame = (fault: string): boolean =>
  /about:srcdoc|The document is sandboxed|Blocked script execution|Content Security Policy/.test(fault) &&
  !fault.includes('dialog');

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      server.close(() => resolve(typeof at === 'object' && at !== null ? at.port : 0));
    });
  });
}

/** However busy the machine is. */
const PATIENCE_MS = 90_000;

async function answers(address: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const response = await fetch(`${address}health`).catch(() => null);
    if (response?.ok === true) return;
    await sleep(100);
  }
  throw new Error('the server does not answer');
}
