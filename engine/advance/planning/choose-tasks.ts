import type { PlanTask } from '#core/archive/plan.ts';
import type { WorkerMemory } from '#core/cost/lambda.ts';
import type { Prices } from '#core/cost/prices.ts';
import type { Usage } from '#core/cost/usage.ts';
import type { LimitName } from '#core/execution/execution.ts';
import { PageBudget } from '#core/frontier/budget/page-budget.ts';
import type { WaveBudget } from '#core/frontier/budget/wave-budget.ts';
import { type ListRef, WAVE_TASKS } from '#core/frontier/frontier.ts';
import { type HostView, type SelectInput, type Selection, selectTasks } from '#core/frontier/wave/select-tasks.ts';
import type { HookName } from '#core/model/hook.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { paceKeys } from '#core/politeness/hosts/pace-key.ts';
import { requestsWithin } from '#core/politeness/rate/request-rate.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import { type OpenList, openList } from '#engine/frontier/lines/level-list.ts';

/** Tasks that the next wave would take. Choosing changes nothing: planning takes them. */
export interface ChosenTasks {
  readonly selection: Selection;
  readonly lists: readonly OpenList[];
  /** Further lists, unread because the wave is full without them. */
  readonly unread: readonly ListRef[];
  /** Limits that keep something pending from a slot. */
  readonly heldBy: ReadonlySet<LimitName>;
}

export interface PlanOptions {
  readonly now: number;
  readonly workflow: Workflow;
  readonly budget: WaveBudget & { possible: true };
  /** Time after which no request starts (epoch ms). */
  readonly deadlineAt: number | null;
  /** Memory of the deployment's workers. */
  readonly memory: WorkerMemory;
  /** Workers that really run at the same time. */
  readonly workersAtOnce: number;
  /** Workers are paid for as long as they work. */
  readonly paidByTime: boolean;
  /** Prices that the crawl is charged at. */
  readonly prices: Prices;
  /** Most that plug-ins use for one page. */
  readonly pageCalls: Usage;
  /** The caller runs the wave itself if one unit can take it. */
  readonly small: boolean;
  /** Addresses that the deployment never requests. @default none */
  readonly blocklist?: readonly string[];
  /** Hooks of the program that runs the wave. @default none */
  readonly hooks?: readonly HookName[];
}

const hostOf = (task: PlanTask): string => hostKeyOf(task.url as CrawlUrl);

/**
 * Chooses the tasks of the next wave, in rank order, as far as the page limits and the budget
 * allow. Surf does not read lists that a limit closes.
 */
export async function chooseTasks(state: CrawlState, options: PlanOptions): Promise<ChosenTasks> {
  const budget = budgetOf(state, options.workflow);
  const heldBy = new Set<LimitName>();
  const refs: ListRef[] = [];
  for (const ref of state.head.lists) {
    const holder = ref.sitemaps ? null : budget.holder(ref.level, '');
    if (holder === null || holder === 'pagesPerHost') refs.push(ref);
    else heldBy.add(holder);
  }
  return options.workflow.order === 'depth-first'
    ? chooseFromStack(state, options, { refs: refs.reverse(), heldBy })
    : chooseFromLists(state, options, { refs, heldBy });
}

/** Chooses from the same lists again, with more time for a unit. */
export const chooseAgain = (
  state: CrawlState,
  { lists, unread, heldBy }: ChosenTasks,
  options: PlanOptions,
): Promise<ChosenTasks> => chooseFromLists(state, options, { lists, refs: unread, heldBy });

/** Number of hosts that get tasks. */
export function hostsOf({ selection, lists }: ChosenTasks): number {
  const hosts = new Set(selection.take.map(hostOf));
  for (const [i, { hosts: names }] of lists.entries())
    for (const [host, count] of (selection.fromLists[i] ?? []).entries()) if (count > 0) hosts.add(names[host] ?? '');
  return hosts.size;
}

/**
 * Depth-first: one task, from the newest list whose limits allow one. Surf does not read older
 * lists.
 */
async function chooseFromStack(state: CrawlState, options: PlanOptions, open: OpenRefs): Promise<ChosenTasks> {
  const heldBy = new Set(open.heldBy);
  const one = { ...options, budget: { ...options.budget, tasks: 1 } };
  let found = await chooseFromLists(state, one, { refs: [], heldBy });
  for (const ref of open.refs) {
    const { take, listTasks, waitUntil } = found.selection;
    if (take.length + listTasks > 0 || waitUntil !== Number.POSITIVE_INFINITY) break;
    found = await chooseFromLists(state, one, { refs: [ref], heldBy });
    for (const limit of found.heldBy) heldBy.add(limit);
  }
  return { ...found, heldBy };
}

interface OpenRefs {
  /** Lists that no limit closes as a whole. */
  readonly refs: readonly ListRef[];
  readonly heldBy: ReadonlySet<LimitName>;
  /** Lists before these that were read. @default none */
  readonly lists?: readonly OpenList[];
}

/** Lists to read first; then four times as many, until they fill the wave. */
const FIRST_LISTS = 2;
const MORE_LISTS = 4;

/** Chooses from lists, and reads no more of them than fill the wave. */
async function chooseFromLists(state: CrawlState, options: PlanOptions, open: OpenRefs): Promise<ChosenTasks> {
  const most = mostTasks(options);
  const lists = [...(open.lists ?? [])];
  const unread = [...open.refs];
  for (let next = FIRST_LISTS; ; next *= MORE_LISTS) {
    const refs = unread.splice(0, Math.max(0, next - lists.length));
    lists.push(...(await Promise.all(refs.map((ref) => openList(state.archive, ref, state.cursors)))));
    const selection = selected(state, { options, most }, lists);
    const isFull = selection.take.length + selection.listTasks >= most;
    if (!isFull && unread.length > 0) continue;
    return { selection, lists, unread, heldBy: new Set([...open.heldBy, ...selection.heldBy]) };
  }
}

const mostTasks = ({ now, budget, workflow: { politeness } }: PlanOptions): number =>
  Math.min(WAVE_TASKS, budget.tasks, requestsWithin(politeness, budget.unitMs, now));

/** Chooses from the carry, the parked tasks and these lists. */
function selected(
  state: CrawlState,
  { options, most }: { readonly options: PlanOptions; readonly most: number },
  lists: readonly OpenList[],
): Selection {
  const { politeness } = options.workflow;
  return selectTasks({
    now: options.now,
    budget: budgetOf(state, options.workflow),
    carry: state.carry,
    parked: state.parked,
    lists,
    hostOf,
    ...queueViews(state, politeness),
    unitMs: options.budget.unitMs,
    most,
  });
}

/** The queues of hosts and the pace of each; a domain has the pace of its slowest host. */
function queueViews(
  { hosts }: Pick<CrawlState, 'hosts'>,
  politeness: Workflow['politeness'],
): Pick<SelectInput, 'host' | 'queueOf'> {
  const view = (name: string): HostView => ({
    delayMs: plannedDelayMs(politeness, hosts.delayMs(name)),
    notBefore: hosts.notBefore(name),
  });
  if (politeness.delayPer !== 'domain') return { host: view };
  const queueOf = paceKeys('domain');
  const views = new Map<string, HostView>();
  for (const name of hosts.table().names) {
    const [own, known] = [view(name), views.get(queueOf(name))];
    views.set(queueOf(name), {
      delayMs: Math.max(own.delayMs, known?.delayMs ?? 0),
      notBefore: Math.max(own.notBefore, known?.notBefore ?? 0),
    });
  }
  return { queueOf, host: (queue) => views.get(queue) ?? view(queue) };
}

/**
 * The delay by which units are sized.
 * @param learnedMs the delay that earlier waves learned of the host; 0: none
 */
function plannedDelayMs({ delaySeconds, crawlDelay }: Workflow['politeness'], learnedMs: number): number {
  if (crawlDelay === 'replace' && learnedMs > 0) return learnedMs;
  return Math.max(delaySeconds * 1_000, learnedMs);
}

const budgetOf = ({ head, hosts }: CrawlState, workflow: Workflow): PageBudget =>
  new PageBudget(workflow.limits, {
    total: head.counts.stored + head.counts.notModified,
    byLevel: new Map(head.levels.map((level) => [level.level, level.stored + level.notModified])),
    byHost: hosts.pagesByHost(),
  });
