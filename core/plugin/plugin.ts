import * as z from 'zod';
import { PluginName } from '#core/plugin/plugin-name.ts';

/** Time limit of one call by default, in seconds. */
export const USUAL_PLUGIN_SECONDS = 5;
export const MOST_PLUGIN_SECONDS = 30;
/** Memory by which calls are metered by default. */
export const USUAL_PLUGIN_MB = 1_024;

/** Terms that the deployer sets for a plug-in. */
export const PluginTerms = z.object({
  name: PluginName,
  /** Does it keep anything of a page elsewhere? Then it has to cope with repeated calls. */
  storesData: z.boolean(),
  /** Time limit of one call. */
  timeoutMs: z
    .number()
    .positive()
    .max(MOST_PLUGIN_SECONDS * 1_000),
  /** Memory by which its time is metered. */
  memoryMb: z.int().min(128).max(10_240),
});
export type PluginTerms = z.infer<typeof PluginTerms>;

/** Result of a call; `ms` is the time that the code had, without its wait for a turn. */
export type PluginReply = { readonly ms: number } & (
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: 'failed' | 'timeout' | 'too-large'; readonly message: string }
);

/**
 * A stage behind the crawling of a page: code of the deployer.
 *
 * Every adapter promises, and `test/contract/suites/plugin.ts` checks:
 * - a call never rejects: all that the code does is a reply;
 * - a call ends `limitMs` after the code began with it, however the code behaves;
 * - an answer that is longer than MAX_ANSWER_BYTES is not text that the caller has to hold;
 * - a call that went wrong has no effect on the next one.
 */
export interface Plugin extends PluginTerms {
  /**
   * Gives it a page, and waits for its answer.
   * @param event JSON, see PluginEvent
   * @param limitMs at most `timeoutMs`
   * @returns what the code returned, as JSON text; not checked
   */
  call(event: string, limitMs: number): Promise<PluginReply>;
}
