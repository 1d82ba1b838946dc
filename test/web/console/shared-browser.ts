import { setTimeout } from 'node:timers';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/** Within it the next test file of the process comes: its browser is there. */
const UNUSED_MS = 5_000;

/** Started by the first who uses it; the process then has one. */
let shared: Promise<Browser> | null = null;
let users = 0;

/** Contexts of one user in the browser that a process shares: starting one takes 2 s of CPU. */
export class SharedBrowser {
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** @param executablePath the same for all users */
  static async open(executablePath: string): Promise<SharedBrowser> {
    users += 1;
    shared ??= chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return new SharedBrowser(await shared);
  }

  async newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options);
    this.#contexts.push(context);
    return context;
  }

  /** Closes its contexts, and soon the browser if nobody else comes. */
  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    users -= 1;
    setTimeout(endUnused, UNUSED_MS).unref();
  }
}

function endUnused(): void {
  if (users > 0) return;
  const unused = shared;
  shared = null;
  void unused?.then((browser) => browser.close());
}
