import { printable } from '#cli/printable.ts';
import { bytes, count, counted, duration, rate } from '#cli/quantity.ts';
import {
  baseLines,
  costLines,
  deadSeedLines,
  droppedLinkLines,
  ending,
  ledger,
  reasonLines,
  recordFaultLines,
} from '#cli/report.ts';
import type { ExecutionView } from '#engine/describe-execution.ts';

/** Hosts shown by name. */
const MOST_HOSTS = 10;

export interface StatusOptions {
  /** Does a process work on it? */
  readonly driven: boolean;
  /** List what its calls cost on AWS? */
  readonly showCost: boolean;
}

/** `surf status` for people. */
export function statusLines(view: ExecutionView, { driven, showCost }: StatusOptions): string[] {
  const { counts, live } = view;
  const pages = counts.stored + counts.notModified + live.stored;
  return [
    `${view.execution}  ${printable(view.name)}  ${ending(view)}${wishOf(view)}`,
    `  pages     ${count(pages)}, ${bytes(view.bytes + live.bytes)}, ${rate(view.pagesPerSecond)} over ${duration(view.seconds)}`,
    `  of        ${counted(counts.discovered, 'discovered URL')}: ${ledger(counts).join(', ')}`,
    ...deadSeedLines(view).map((line) => `  ${line}`),
    ...droppedLinkLines(view).map((line) => `  ${line}`),
    ...recordFaultLines(view).map((line) => `  ${line}`),
    ...reasonLines(counts),
    ...baseLines(view),
    ...levelLines(view),
    ...(live.units === 0 || !driven
      ? []
      : [`  now       ${counted(live.units, 'unit')} at work: ${count(live.fetched)} fetched`]),
    ...waitLines(view, driven),
    `  limits    ${limitsOf(view)}`,
    ...(showCost ? costLines(view.cost, view.costUsd) : []),
  ];
}

const isGoing = ({ status }: ExecutionView): boolean =>
  status === 'queued' || status === 'running' || status === 'waiting';

function wishOf(view: ExecutionView): string {
  if (!isGoing(view) || view.desired === 'run') return '';
  return view.desired === 'pause' ? ', is being paused' : ', is being stopped';
}

function waitLines(view: ExecutionView, driven: boolean): string[] {
  const lines: string[] = [];
  if (view.waiting !== null) lines.push(`  waiting   until ${view.waiting.until} for ${printable(view.waiting.cause)}`);
  for (const { host, cause, until } of view.hosts.slice(0, MOST_HOSTS)) {
    lines.push(`  waiting   ${printable(host)} until ${until}: ${printable(cause)}`);
  }
  if (view.hosts.length > MOST_HOSTS) lines.push(`            and ${view.hosts.length - MOST_HOSTS} more hosts`);
  if (isGoing(view) && !driven) lines.push(`  halted    no process works on it: surf resume ${view.execution} goes on`);
  return lines;
}

const levelLines = ({ levels }: ExecutionView): string[] =>
  levels.map(({ level, discovered, stored, notModified, pending }) => {
    const rest = pending === 0 ? '' : `, ${count(pending)} pending`;
    return `  level ${String(level).padEnd(3)} ${counted(stored + notModified, 'page')} of ${counted(discovered, 'URL')}${rest}`;
  });

const limitsOf = ({ limits }: ExecutionView): string =>
  Object.entries(limits)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${count(Number(value))}`)
    .join(', ');
