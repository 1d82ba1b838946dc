import { codeOf, SurfError } from '#core/error.ts';
import type { CallHook, HookName, LinkDecision } from '#core/model/hook.ts';
import { hookFailed } from '#core/run/hook-answers.ts';
import type { Page } from '#core/run/page.ts';
import type { AnyRecord } from '#core/run/record-type.ts';

/** A link, or an entry of a sitemap, that the workflow admits. */
export interface AdmittedLink {
  readonly url: string;
}

/**
 * A request that Surf is about to send. For robots.txt, `url` is that of the page that needs it.
 */
export interface PlannedRequest {
  readonly url: string;
}

/** Headers by name. */
export type HookHeaders = Readonly<Record<string, string>>;

/**
 * Functions of the program that a crawl calls in the main thread. The plan of each wave names them:
 * a crawl with `onLink` or `onRequest` depends on more than the site, and two of them may differ. A
 * hook that throws, or takes longer than 30 s, interrupts the execution with `HOOK_FAILED`.
 */
export interface CrawlHooks<Rec = AnyRecord> {
  /**
   * Decides about each address that the rules of the workflow admit, once in each unit of work. It
   * can refuse a link, never add one. A refused link is skipped with the reason `hook`, and the
   * decision as its rule. Seeds and targets of redirects are not links. A worker waits for the
   * answer.
   */
  readonly onLink?: (link: AdmittedLink) => LinkDecision | Promise<LinkDecision>;
  /**
   * Returns further headers of a request. They replace configured ones of the same name; Surf sets
   * those that frame or identify a request itself. The archive does not hold their values. Check
   * the origin of `url` before you return a credential. A worker waits for the answer.
   */
  readonly onRequest?: (request: PlannedRequest) => HookHeaders | undefined | Promise<HookHeaders | undefined>;
  /**
   * Takes each page, one after the other, as `pages()` yields them. `finished()` waits for the last
   * one.
   */
  readonly onPage?: (page: Page<Rec>) => void | Promise<void>;
}

/** The hooks of one run, by name. */
export class HookTable<Rec = AnyRecord> {
  readonly #hooks: CrawlHooks<Rec>;
  /** The error of the hook that failed last. */
  #cause: unknown;

  /** @throws SurfError FIELD_INVALID for a hook that is not a function */
  constructor({ onLink, onRequest, onPage }: CrawlHooks<Rec>) {
    for (const [name, hook] of Object.entries({ onLink, onRequest, onPage })) checkHook(name, hook);
    this.#hooks = {
      ...(onLink !== undefined && { onLink }),
      ...(onRequest !== undefined && { onRequest }),
      ...(onPage !== undefined && { onPage }),
    };
  }

  get names(): HookName[] {
    return (Object.keys(this.#hooks) as HookName[]).sort();
  }

  get onPage(): CrawlHooks<Rec>['onPage'] {
    return this.#hooks.onPage;
  }

  /** Answers the call of a worker. */
  readonly call: CallHook = async (name, url) => {
    try {
      if (name === 'onLink') return await this.#hooks.onLink?.({ url });
      if (name === 'onRequest') return await this.#hooks.onRequest?.({ url });
      return undefined;
    } catch (error) {
      this.#cause = error;
      throw error;
    }
  };

  /** The fault of a run, with the hook's error as its cause. */
  readonly faultOf = (error: unknown): unknown => {
    if (codeOf(error) !== 'HOOK_FAILED' || this.#cause === undefined) return error;
    Object.defineProperty(error, 'cause', { value: this.#cause, configurable: true });
    return error;
  };
}

function checkHook(name: string, hook: unknown): void {
  if (hook === undefined || typeof hook === 'function') return;
  throw new SurfError('FIELD_INVALID', `${name}: a hook is a function, not ${typeof hook}`, {
    remedy: `give a function, or leave ${name} out`,
  });
}

/** Passes all pages to `onPage`. @throws SurfError HOOK_FAILED */
export async function givePages<Rec>(
  pages: AsyncIterable<Page<Rec>>,
  onPage: NonNullable<CrawlHooks<Rec>['onPage']>,
): Promise<void> {
  for await (const page of pages) {
    try {
      await onPage(page);
    } catch (cause) {
      throw hookFailed('onPage', `it threw ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
}
