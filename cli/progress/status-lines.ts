import { baseLines } from '#cli/progress/collection-lines.ts';
import {
  costLines,
  cutPageLines,
  deadSeedLines,
  deadSitemapLines,
  droppedLinkLines,
  ending,
  leafSeedLines,
  ledger,
  patternLines,
  reasonLines,
  recordFaultLines,
  trapLines,
} from '#cli/progress/report.ts';
import { bytes, count, counted, duration, rate } from '#cli/terminal/format.ts';
import { printable } from '#core/model/printable.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';
import { liveCounts, NO_LIVE_WORK } from '#engine/overview/live-work.ts';

/** Hosts listed by name. */
const MOST_HOSTS = 10;

export interface StatusOptions {
  /** True to list the cost of calls on AWS. */
  readonly showCost: boolean;
}

/** Output of `surf status` for people. */
export function statusLines(view: ExecutionView, { showCost }: StatusOptions): string[] {
  const { live, pages } = view;
  const counts = liveCounts(view.counts, live);
  return [
    `${view.execution}  ${printable(view.name)}  ${ending(view)}${wishOf(view)}`,
    `  pages     ${count(pages)}, ${bytes(view.bytes + live.bytes)}, ${rate(view.pagesPerSecond)} over ${duration(view.seconds)}`,
    ...(view.storedBytes === null ? [] : [`  stored    ${bytes(view.storedBytes)} in the archive`]),
    `  of        ${counted(counts.discovered, 'discovered URL')}: ${ledger(counts).join(', ')}`,
    ...trapLines(view).map((line) => `  ${line}`),
    ...leafSeedLines(view).map((line) => `  ${line}`),
    ...deadSeedLines(view).map((line) => `  ${line}`),
    ...deadSitemapLines(view).map((line) => `  ${line}`),
    ...patternLines(view).map((line) => `  ${line}`),
    ...droppedLinkLines(view).map((line) => `  ${line}`),
    ...cutPageLines(view).map((line) => `  ${line}`),
    ...recordFaultLines(view).map((line) => `  ${line}`),
    ...reasonLines(counts),
    ...baseLines(view),
    ...levelLines(view),
    ...(live.units === 0 || view.driver === 'gone'
      ? []
      : [`  now       ${counted(live.units, 'worker')} running: ${count(live.fetched)} fetched`]),
    ...waitLines(view),
    ...expiryLines(view),
    `  limits    ${limitsOf(view)}`,
    ...(showCost ? costLines(view.cost, view.costUsd) : []),
  ];
}

const isActive = ({ status }: ExecutionView): boolean =>
  status === 'queued' || status === 'running' || status === 'waiting';

function wishOf(view: ExecutionView): string {
  if (!isActive(view) || view.desired === 'run') return '';
  return view.desired === 'pause' ? ', is being paused' : ', is being stopped';
}

function waitLines(view: ExecutionView): string[] {
  if (view.driver === 'gone') return [interruptedLine(view)];
  const lines: string[] = [];
  const { waiting } = view;
  if (waiting !== null)
    lines.push(`  waiting   until ${waiting.until} for ${printable(waiting.cause)}`, ...remedyLines(waiting));
  for (const { host, cause, until, remedy } of view.hosts.slice(0, MOST_HOSTS)) {
    lines.push(`  waiting   ${printable(host)} until ${until}: ${printable(cause)}`, ...remedyLines({ remedy }));
  }
  if (view.hosts.length > MOST_HOSTS) lines.push(`            and ${view.hosts.length - MOST_HOSTS} more hosts`);
  return lines;
}

const remedyLines = ({ remedy }: { readonly remedy: string | null }): string[] =>
  remedy === null ? [] : [`            ${remedy}`];

const interruptedLine = ({ execution, silentSince }: ExecutionView): string =>
  `  halted    nothing drives it${silentSince === null ? '' : ` since ${silentSince}`}: surf resume ${execution} continues it`;

/** A server of an earlier version does not say when an execution expires. */
function expiryLines({ expiresAt, keptFor }: ExecutionView): string[] {
  if ((expiresAt ?? null) === null) return [];
  if (keptFor !== null) return [`  expired   ${expiresAt}: ${keptFor}, which is based on it, keeps it`];
  return [`  expires   ${expiresAt}: a server or deployment deletes it then`];
}

/** Lines of the levels; the running wave counts in the current level. */
const levelLines = ({ levels, level: current, live }: ExecutionView): string[] =>
  levels.map(({ level, discovered, stored, notModified, pending }) => {
    const now = level === current ? live : NO_LIVE_WORK;
    const left = Math.max(0, pending - now.stored - now.failed);
    const rest = left === 0 ? '' : `, ${count(left)} pending`;
    return `  level ${String(level).padEnd(3)} ${counted(stored + notModified + now.stored, 'page')} of ${counted(discovered, 'URL')}${rest}`;
  });

const limitsOf = ({ limits }: ExecutionView): string =>
  Object.entries(limits)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? count(Number(value)) : value}`)
    .join(', ');
