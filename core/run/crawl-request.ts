import type * as z from 'zod';
import type { RunSettings } from '#core/execution/execution.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import type { Fields } from '#core/run/record-type.ts';
import type { Selection } from '#core/selection/selection.ts';
import { seedName } from '#core/workflow/seed-name.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/**
 * All fields of a workflow but `seeds`; docs/reference/workflow.md has their meaning and defaults.
 */
export type WorkflowFields = Omit<z.input<typeof Workflow>, 'seeds'>;

/** Options of one run, beside the fields of the workflow. */
export interface RunOptions<Select extends Fields = Fields> {
  /**
   * Fields for the record of every page, by name; a text is a CSS selector. They join
   * `selection.fields`.
   */
  readonly select?: Select;
  /** Permits addresses of private networks, loopback included. @default false */
  readonly allowPrivateNetwork?: boolean;
  /**
   * Requests other addresses than those of the URL, as `--connect-to` of the command:
   * `HOST:PORT:TO_HOST:TO_PORT`.
   * @default []
   */
  readonly connectTo?: readonly string[];
  /** An ended execution: Surf requests its pages only if they have changed. */
  readonly base?: string;
  /**
   * With a revisit policy, every known page is due, and no budget holds. Without a policy each
   * execution requests everything.
   * @default false
   */
  readonly full?: boolean;
  /** Stops the crawl cleanly when it aborts: `finished()` resolves with the status `stopped`. */
  readonly signal?: AbortSignal;
}

/** The fields of a workflow and the options of a run, side by side. */
export type CrawlOptions<Select extends Fields = Fields> = WorkflowFields & RunOptions<Select>;

/** The external links that a check requests, and its options for them. */
export interface CheckOptions extends Pick<RunOptions, 'allowPrivateNetwork' | 'connectTo' | 'signal'> {
  /** Links that had an answer within so many days are left out. @default 30 */
  readonly days?: number;
}

type SelectionFields = z.input<typeof Selection>;

/** Input of `crawl()`. */
export interface CrawlRequest {
  /** The workflow as given: not checked yet, without defaults. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly settings: RunSettings;
  readonly base: string | null;
  readonly full: boolean;
  readonly signal: AbortSignal | null;
}

/** Splits the arguments of `crawl()`. @throws SurfError CONNECT_TO_INVALID */
export function crawlRequest<Select extends Fields>(
  seeds: string | URL | readonly (string | URL)[],
  options: CrawlOptions<Select>,
): CrawlRequest {
  const { select, allowPrivateNetwork, connectTo, base, full, signal, ...fields } = options;
  const given = seedsOf(seeds);
  const all = Array.isArray(given) ? given.filter((seed) => typeof seed === 'string') : [];
  const selection = select === undefined ? {} : { selection: withFields(fields.selection, select) };
  return {
    document: { name: seedName(all), ...fields, ...selection, seeds: given },
    settings: { allowPrivateNetwork: allowPrivateNetwork === true, connectTo: (connectTo ?? []).map(parseConnectTo) },
    base: base ?? null,
    full: full === true,
    signal: signal ?? null,
  };
}

/**
 * The seeds in the form of a workflow. Values that are not seeds stay: the workflow's check names
 * them.
 */
function seedsOf(seeds: unknown): unknown {
  const list = typeof seeds === 'string' || seeds instanceof URL ? [seeds] : seeds;
  return Array.isArray(list) ? list.map((seed: unknown) => (seed instanceof URL ? seed.href : seed)) : list;
}

const withFields = (selection: SelectionFields | null | undefined, select: Fields): object => ({
  ...selection,
  fields: { ...selection?.fields, ...select },
});
