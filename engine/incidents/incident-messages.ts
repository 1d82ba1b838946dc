import type { CrawlIncident, Incident, SpendIncident } from '#core/incident/incident.ts';
import type { OperatorMessage } from '#core/incident/incident-state.ts';
import { messageIdOf } from '#core/notify/delivery.ts';

/** Most executions that a message names. */
const MOST_NAMED = 10;
const MOST_REASON = 100;

/** A deployment, as its operator names it. */
export interface OperatedDeployment {
  readonly stage: string;
  /** Address of its API, for `--api`. */
  readonly url: string;
}

interface Words {
  /** Predicate of the subject, of one crawl and of several. */
  readonly one: string;
  readonly many: string;
  /** Sentence about them. */
  readonly text: string;
  /** Commands that help, with their use. ID: the execution. */
  readonly help: readonly (readonly [command: string, use: string])[];
  /** Number of the incident in docs/how-to/runbook.md. */
  readonly runbook: number;
}

const STATUS = ['surf status ID', 'says why'] as const;
const RESUME = ['surf resume ID', 'continues where it was'] as const;

const BEGAN: Readonly<Record<CrawlIncident['name'], Words>> = {
  'crawl-failed': {
    one: 'failed',
    many: 'failed',
    text: 'Surf keeps pages and frontier.',
    help: [STATUS, [RESUME[0], `${RESUME[1]}, once the cause is fixed`]],
    runbook: 5,
  },
  'crawl-stalled': {
    one: 'does not move',
    many: 'do not move',
    text: 'The execution is past its deadline for longer than alarms.waveMinutes, and the watchdog could not restart it.',
    help: [['surf events ID', 'shows what happened last'], RESUME],
    runbook: 4,
  },
  'workers-not-started': {
    one: 'has no workers',
    many: 'have no workers',
    text: 'Lambda refused to start workers for minutes: the account has no room for more functions.',
    help: [['surf doctor', 'shows how many functions the account can run at once'], RESUME],
    runbook: 2,
  },
};

const OVER: Readonly<Record<CrawlIncident['name'], string>> = {
  'crawl-failed': 'no longer failed',
  'crawl-stalled': 'no longer stalled',
  'workers-not-started': 'no longer without workers',
};

/** One message for each kind of incident, however many. @param check number of the check */
export function messagesOf(
  incidents: readonly Incident[],
  deployment: OperatedDeployment,
  check: number,
): OperatorMessage[] {
  const groups = Map.groupBy(incidents, (one) => `${one.name}/${one.name !== 'spend' && one.isOver}`);
  return [...groups].map(([group, ones]) => {
    const [first] = ones;
    const message = first?.name === 'spend' ? spendText(first) : crawlText(ones.filter((one) => one.name !== 'spend'));
    return {
      id: messageIdOf(['incident', deployment.stage, check, group]),
      subject: `Surf ${deployment.stage}: ${message.subject}`,
      text: `${message.lines.join('\n')}\n`.replaceAll('--api URL', `--api ${deployment.url}`),
    };
  });
}

interface Told {
  readonly subject: string;
  readonly lines: readonly string[];
}

function crawlText(ones: readonly CrawlIncident[]): Told {
  const [first] = ones;
  if (first === undefined) return { subject: '', lines: [] };
  const named = ones.slice(0, MOST_NAMED).map((one) => `  ${one.execution}: ${stateOf(one)}`);
  const left = ones.length - named.length;
  const list = left === 0 ? named : [...named, `  and ${left} more`];
  const subjectOf = (one: string, many: string): string =>
    ones.length === 1 ? `crawl ${first.execution} ${one}` : `${ones.length} crawls ${many}`;
  if (first.isOver)
    return { subject: subjectOf(`is ${OVER[first.name]}`, `are ${OVER[first.name]}`), lines: ['Now:', ...list] };
  const { one, many, text, help, runbook } = BEGAN[first.name];
  const subject = subjectOf(one, many);
  return {
    subject,
    lines: [
      `${subject[0]?.toUpperCase()}${subject.slice(1)}:`,
      ...list,
      text,
      ...helpOf(help, runbook, first.execution),
    ],
  };
}

/** A reason may have bytes of a settings file, and never a line end. */
function stateOf({ status, reason }: CrawlIncident): string {
  if (status === null) return 'deleted';
  return reason === null ? status : `${status} (${reason.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MOST_REASON)})`;
}

function spendText({ day, usd, mostUsd }: SpendIncident): Told {
  return {
    subject: `crawls have used ${usd.toFixed(2)} USD today`,
    lines: [
      `Crawls have used ${usd.toFixed(2)} USD at list price on ${day} (UTC), of the ${mostUsd.toFixed(2)} of alarms.usdPerDay.`,
      ...helpOf(
        [
          ['surf ls', 'lists executions'],
          ['surf stop --all', 'stops all; nothing is lost'],
        ],
        1,
      ),
    ],
  };
}

const helpOf = (help: Words['help'], runbook: number, id = ''): string[] => [
  '',
  ...help.map(([command, use]) => `${command.replace('ID', id)} --api URL   ${use}`),
  '',
  `docs/how-to/runbook.md, ${runbook}`,
];
