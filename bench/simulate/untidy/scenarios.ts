import { UNTIDY } from '#bench/simulate/untidy/untidiness.ts';
import { type WebShape, webOf } from '#bench/simulate/web/web-shape.ts';

/** What one line of the table in docs/explanation/cost.md must hold. */
export interface LineTargets {
  /** USD per million pages, at most. */
  readonly usd?: number;
  /** Pages a second, at least. */
  readonly pace?: number;
  /** Share of the time in which only `advance` works, at most. */
  readonly advance?: number;
}

export interface UntidyScenario {
  readonly name: string;
  readonly shape: WebShape;
  readonly targets: LineTargets;
}

/** Half a second is the median answer of this web; the tidy one takes 0.3 s. */
const MEDIAN_MS = 500;
const untidy = (shape: WebShape): WebShape => ({ ...shape, latencyMs: MEDIAN_MS, untidy: UNTIDY });

const grid = (hosts: number, pages: number, targets: LineTargets): UntidyScenario => ({
  name: `${hosts.toLocaleString('en')} hosts, ${pages.toLocaleString('en')} pages`,
  shape: untidy(webOf(hosts, pages)),
  targets,
});
const tidy = (hosts: number, pages: number): UntidyScenario => ({
  name: `tidy: ${hosts.toLocaleString('en')} equal hosts, ${pages.toLocaleString('en')} pages`,
  shape: webOf(hosts, pages),
  targets: { pace: 900, advance: 0.15 },
});
/** One host that has a page out of which the others are found. */
const oneSite = (pages: number): WebShape => untidy(webOf(1, pages));

const LARGE = { usd: 2 };
const SMALL = { usd: 1.5 };

/** The lines of the table, in its order. */
export const UNTIDY_SCENARIOS: readonly UntidyScenario[] = [
  grid(25, 100_000, {}),
  grid(100, 100_000, SMALL),
  grid(100, 1_000_000, SMALL),
  grid(1_000, 100_000, SMALL),
  grid(1_000, 1_000_000, SMALL),
  grid(10_000, 100_000, LARGE),
  grid(10_000, 1_000_000, LARGE),
  grid(100_000, 100_000, LARGE),
  grid(100_000, 1_000_000, LARGE),
  { name: 'ten pages of one site', shape: oneSite(10), targets: { usd: 25 } },
  { name: 'one polite site, 100,000 pages', shape: oneSite(100_000), targets: { usd: 3 } },
  tidy(1_000, 1_000_000),
  tidy(3_000, 3_000_000),
];
