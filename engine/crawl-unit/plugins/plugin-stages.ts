import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import type { Json } from '#core/model/json.ts';
import { type PluginUser, usedPlugins } from '#core/plugin/known-plugins.ts';
import type { Plugin, PluginReply } from '#core/plugin/plugin.ts';
import { readPluginAnswer } from '#core/plugin/plugin-answer.ts';
import { eventBody, type PluginPage, pluginEvent } from '#core/plugin/plugin-event.ts';
import { fieldName } from '#core/plugin/plugin-name.ts';
import { MAX_RECORD_ERRORS, type RecordError } from '#core/selection/records/record-lines.ts';
import type { ExtractedRecord } from '#core/selection/records/too-complex.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';

/** Most time for all stages of a page. A worker has a minute for its last chunk. */
export const MOST_PAGE_MS = 30_000;
/** Silent calls in a row after which the unit no longer calls a plug-in. */
export const MOST_TIMEOUTS = 3;

const CODES = { failed: 'plugin-failed', timeout: 'plugin-timeout', 'too-large': 'too-large' } as const;
const MOST_MESSAGE = 200;

export interface PluginStagesParts {
  /** All plug-ins of the worker, in their order. */
  readonly plugins: readonly Plugin[];
  readonly workflow: PluginUser & { readonly name: string };
  readonly execution: string;
}

/** Facts about a page that the page reader found. */
export interface ReadPage {
  readonly charset: string;
  readonly title: string | null;
}

/**
 * Calls the plug-ins of a workflow with a page, one after the other, and adds what they say to its
 * record. The page stays what it is: what goes wrong is an error of the record.
 */
export class PluginStages {
  readonly #parts: PluginStagesParts;
  readonly #stages: readonly Plugin[];
  readonly #missing: readonly string[];
  readonly #timeouts = new Map<string, number>();

  constructor(parts: PluginStagesParts) {
    this.#parts = parts;
    this.#stages = usedPlugins(parts.workflow, parts.plugins);
    const known = new Set(this.#stages.map(({ name }) => name));
    this.#missing = parts.workflow.plugins.filter((name) => !known.has(name));
  }

  /** Page as the stages get it. Its memory is the caller's again. */
  pageOf({ task, url }: Job, answer: FetchAnswer, { charset, title }: ReadPage): PluginPage {
    const { execution, workflow } = this.#parts;
    const contentType = headerOf(answer, 'content-type');
    return {
      execution,
      workflow: workflow.name,
      key: task.key,
      url: task.url,
      address: url,
      level: task.level,
      status: answer.status,
      contentType,
      title,
      ...eventBody(answer.body, { contentType, charset }),
    };
  }

  /**
   * Never rejects.
   * @param extracted the record so far, as JSON
   * @returns the record with the fields of the plug-ins, as JSON
   */
  async run(page: PluginPage, extracted: string): Promise<string> {
    const before = JSON.parse(extracted) as ExtractedRecord;
    let record = before.record;
    const faults: RecordError[] = [];
    let leftMs = MOST_PAGE_MS;
    for (const plugin of this.#stages) {
      const { name } = plugin;
      const reply = this.#silence(name, leftMs) ?? (await this.#reply(plugin, { page, record, leftMs }));
      leftMs -= reply.ms;
      const answer = reply.ok ? readPluginAnswer(reply.text) : reply;
      if (answer.ok) record = { ...record, ...prefixed(name, answer.fields) };
      else faults.push({ field: name, code: CODES[answer.fault], message: fitting(answer.message) });
    }
    for (const name of this.#missing)
      faults.push({ field: name, code: 'plugin-failed', message: 'this worker has no plug-in of this name' });
    const errors = [...before.errors.slice(0, MAX_RECORD_ERRORS - faults.length), ...faults];
    return JSON.stringify({ record, errors });
  }

  /** Reply for a plug-in that is not called; null to call it. */
  #silence(plugin: string, leftMs: number): PluginReply | null {
    if ((this.#timeouts.get(plugin) ?? 0) >= MOST_TIMEOUTS) {
      return silent(`Surf did not call it: it took too long ${MOST_TIMEOUTS} times in a row`);
    }
    return leftMs > 0 ? null : silent('Surf did not call it: the plug-ins before it took all 30 s of the page');
  }

  async #reply(
    plugin: Plugin,
    { page, record, leftMs }: { page: PluginPage; record: ExtractedRecord['record']; leftMs: number },
  ): Promise<PluginReply> {
    const { name, timeoutMs } = plugin;
    const reply = await plugin.call(pluginEvent(name, page, JSON.stringify(record)), Math.min(timeoutMs, leftMs));
    const tookTooLong = !reply.ok && reply.fault === 'timeout';
    this.#timeouts.set(name, tookTooLong ? (this.#timeouts.get(name) ?? 0) + 1 : 0);
    return reply;
  }
}

const silent = (message: string): PluginReply => ({ ok: false, fault: 'timeout', message, ms: 0 });

const fitting = (message: string): string => message.slice(0, MOST_MESSAGE).toWellFormed();

const prefixed = (plugin: string, fields: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [fieldName(plugin, name), value]));
