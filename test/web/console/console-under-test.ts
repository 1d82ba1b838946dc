import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createClient, type SurfClient } from '#api/client/client.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { SharedBrowser } from '#test/web/console/shared-browser.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Debian's without windows, which takes up to a third less CPU. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

/** The one that CHROMIUM names, else Debian's: without windows, where that is installed. */
export const CHROMIUM = process.env.CHROMIUM ?? (existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : '/usr/bin/chromium');

/**
 * Label of what a deployment requires before it asks the sites of the tests; a private server
 * has chosen it.
 */
export const OWN_NETWORK = 'Allow URLs in my private network';

/** A browser before a console. */
export interface ConsoleBrowser {
  /**
   * A window whose user has signed in, where the console asks for it; every error of the page, and
   * every breach of its CSP, is kept.
   */
  open(place?: string, options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** A server with separate data, or a deployment, and a browser before it. */
export interface ConsoleUnderTest extends ConsoleBrowser {
  /** Ends with a slash. */
  readonly address: string;
  readonly client: SurfClient;
  /** What the browser types when the console asks who is there; null: it asks nobody. */
  readonly key: string | null;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Another key; null: the test signs in itself. @default the key of the console under test */
  readonly key?: string | null;
}

export interface OpenPage {
  readonly page: Page;
  readonly faults: readonly string[];
  /** Loads a view again, and signs in again: a page that is left forgets its key. */
  visit(place: string): Promise<void>;
  reload(): Promise<void>;
}

/** Builds what is to be tested. */
export function buildConsole(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'web/build.ts')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' }, // Vitest's would make React's development build
  });
  if (status !== 0 || !existsSync(join(ROOT, 'web/dist/index.html'))) throw new Error(`no console: ${stderr}`);
}

/** `surf serve` with a separate data folder. */
export interface ConsoleServer {
  /** Ends with a slash. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * @param flags of `surf serve` besides: `--issuer`, `--demo` and the like
 * @param files that its data folder has when it begins, by name
 */
export async function startServer(
  flags: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<ConsoleServer> {
  const data = await mkdtemp(join(tmpdir(), 'surf-web-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(data, name), text);
  const server = new SurfProcess(['serve', '--port', '0', '--json', '--data', data, ...flags]);
  const { address } = JSON.parse(await server.prints()) as { address: string };
  return {
    address,
    close: async () => {
      server.signal('SIGTERM');
      await server.ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A server with a browser before it. @param flags pages may ask their origins, too */
export async function startConsole(
  flags: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<ConsoleUnderTest> {
  const server = await startServer(flags, files);
  const before = await consoleBefore(server.address, flags);
  return {
    ...before,
    close: async () => {
      await before.close();
      await server.close();
    },
  };
}

/** A browser before a server that asks nobody who is there. @param allowed as in BrowserOptions */
export async function consoleBefore(address: string, allowed: readonly string[] = []): Promise<ConsoleUnderTest> {
  const { open, close } = await openBrowser(address, { allowed });
  return { address, client: createClient({ address }), key: null, open, close };
}

export interface BrowserOptions {
  /** @default null: the console asks nobody */
  readonly key?: string | null;
  /** Origins that its pages may ask besides their own. @default none */
  readonly allowed?: readonly string[];
}

/** @param address of a console, which ends with a slash */
export async function openBrowser(address: string, options: BrowserOptions = {}): Promise<ConsoleBrowser> {
  const browser = await SharedBrowser.open(CHROMIUM);
  return {
    open: async (place = '', { key = options.key ?? null, ...look } = {}) => {
      const page = await newPage(browser, look);
      const faults = faultsOf(page, { ...options, own: new URL(address).origin });
      const load = async (step: () => Promise<unknown>): Promise<void> => {
        await step();
        if (key !== null) await typeKey(page, key);
      };
      const visit = (to: string): Promise<void> => load(() => page.goto(address + to));
      await visit(place);
      return { page, faults, visit, reload: () => load(() => page.reload()) };
    },
    close: () => browser.close(),
  };
}

async function newPage(browser: SharedBrowser, look: BrowserContextOptions): Promise<Page> {
  // An emulator's bucket has a certificate that nobody knows. Bars that pulse while a view loads
  // would be drawn sixty times a second.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ignoreHTTPSErrors: true,
    reducedMotion: 'reduce',
    ...look,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return await context.newPage();
}

/** Fills while the page runs. */
function faultsOf(page: Page, { own, key = null, allowed = [] }: BrowserOptions & { readonly own: string }): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    const isRefusal = /status of 401/.test(message.text()); // before the key is typed; after it, the test would see the sign-in
    const isTold = /status of 409/.test(message.text()); // by the response, whose headers say more
    if (message.type() === 'error' && !(isRefusal && key !== null) && !isTold) faults.push(message.text());
  });
  page.on('response', (response) => {
    const isMade = 'retry-after' in response.headers(); // by a function: the console looks again
    if (response.status() === 409 && !isMade) faults.push(`409 of ${response.url()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && ![own, ...allowed].includes(url.origin)) faults.push(`asked ${url.origin}`);
  });
  return faults;
}

/** Signs in as people do who have no account at the issuer. */
export async function typeKey(page: Page, key: string): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Use this key' }).click();
}

/** A view with everything in it, except what comes by polling. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.locator('main .loading').first().waitFor({ state: 'detached' });
}

/**
 * The sandbox says that it kept a script or an image of the archived page from running or loading.
 */
export const isFenceOfFrame = (fault: string): boolean =>
  /about:srcdoc|The document is sandboxed|Blocked script execution|Content Security Policy/.test(fault) &&
  !fault.includes('dialog');

/** However busy the machine is. */
const PATIENCE_MS = 90_000;
