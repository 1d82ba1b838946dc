import type { Plan, PlanTask } from '#core/archive/plan.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** When something happens in a unit, in ms after it began. */
export interface UnitMoment {
  readonly at: number;
  readonly task: PlanTask;
}

export interface HostTurn {
  readonly host: string;
  readonly from: number;
  readonly to: number;
}

export interface UnitSchedule {
  /** Answers, the first first. */
  readonly answers: readonly UnitMoment[];
  /** For which there was no time. */
  readonly late: readonly PlanTask[];
  /** How long each host was in flight. */
  readonly turns: readonly HostTurn[];
  readonly endsAt: number;
}

/** The last tenth of a unit is for what is in flight, as in engine/crawl-unit/unit-session.ts. */
const STARTS_SHARE = 0.9;
/** MB of a whole vCPU. */
const VCPU_MB = 1_769;
/** Lease, execution row and robots.txt, before the first page of a host. */
const HOST_START_MS = 60;

/** How long one page takes its host, and one answer the caller. */
export interface PageTimes {
  readonly delayMs: number;
  readonly latencyMs: number;
  readonly cpuMs: number;
}

/**
 * Times of a unit's pages: each host asks one page after another, so many hosts at once as the
 * workflow says, and all of them share the CPU that comes with the worker's memory.
 */
export function unitSchedule(tasks: readonly PlanTask[], plan: Plan, times: PageTimes): UnitSchedule {
  const cpuMs = times.cpuMs * Math.max(1, VCPU_MB / plan.memoryMb);
  const byHost = Map.groupBy(tasks, ({ url }) => hostKeyOf(url as CrawlUrl));
  const inFlight = Math.min(byHost.size, plan.workflow.hostsPerWorker);
  // A worker with more to compute than to wait for goes at the pace of its CPU.
  const pageMs = Math.max(times.delayMs, times.latencyMs + cpuMs, cpuMs * inFlight);
  const until = plan.unitMs * STARTS_SHARE;
  const free = new Array<number>(inFlight).fill(0);
  const answers: UnitMoment[] = [];
  const late: PlanTask[] = [];
  const turns: HostTurn[] = [];
  for (const [host, own] of byHost) {
    const slot = free.indexOf(Math.min(...free));
    const from = free[slot] ?? 0;
    let at = from + HOST_START_MS;
    for (const task of own) {
      if (at >= until) late.push(task);
      else {
        answers.push({ at: at + times.latencyMs + cpuMs, task });
        at += pageMs;
      }
    }
    free[slot] = at;
    turns.push({ host, from, to: at });
  }
  answers.sort((a, b) => a.at - b.at);
  return { answers, late, turns, endsAt: Math.max(answers.at(-1)?.at ?? 0, 0) };
}
