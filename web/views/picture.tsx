import { type ReactNode, useEffect, useState } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { Problem, Task } from '#api/client/schema.ts';
import { type CrawlMap, crawlMap, type Flow, type Spot } from '../crawl-map.ts';
import { problemOf } from '../problem.ts';
import { count, counted } from '../quantity.ts';
import { Link } from '../router.tsx';
import { useSession } from '../session.tsx';
import { Empty, Hint, Loading, ProblemNotice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScrollFrame } from '../ui/scroll-frame.tsx';

/** A picture of more would take long to fetch and look the same. */
const MOST_TASKS = 20_000;
const AT_ONCE = 1_000;

interface Sheet {
  readonly tasks: readonly Task[];
  readonly whole: boolean;
}

async function* sheets(client: SurfClient, id: string): AsyncGenerator<Sheet> {
  const tasks: Task[] = [];
  let next: string | null | undefined;
  do {
    const query = { limit: AT_ONCE, ...(typeof next === 'string' && { next }) };
    const page = answered(await client.GET('/v1/executions/{id}/tasks', { params: { path: { id }, query } }));
    tasks.push(...page.items);
    next = page.next;
    yield { tasks: [...tasks], whole: next === null };
  } while (next !== null && tasks.length < MOST_TASKS);
}

/** Where the crawl went: hosts down, levels across; circles as large as their addresses, lines where links led. */
export function Picture({ id }: { readonly id: string }): ReactNode {
  const { client } = useSession();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let over = false;
    const read = async (): Promise<void> => {
      try {
        for await (const next of sheets(client, id)) {
          if (over) return;
          setSheet(next);
        }
      } catch (error) {
        if (!over) setProblem(problemOf(error));
      }
    };
    void read();
    return () => {
      over = true;
    };
  }, [client, id]);
  return (
    <Panel
      title="Picture of the crawl"
      aside={sheet !== null && <span className="fine">{counted(sheet.tasks.length, 'address', 'addresses')}</span>}
    >
      {problem !== null && <ProblemNotice problem={problem} />}
      {sheet === null && problem === null && <Loading />}
      {sheet !== null && sheet.tasks.length === 0 && <Empty title="There is nothing to draw yet." />}
      {sheet !== null && sheet.tasks.length > 0 && (
        <>
          {!sheet.whole && <Hint>The first {count(sheet.tasks.length)} addresses; the crawl has more.</Hint>}
          <ul className="legend">
            <li>
              <span className="fill-stored" />
              Stored
            </li>
            <li>
              <span className="fill-failed" />
              Failed
            </li>
            <li>
              <span className="fill-other" />
              Everything else
            </li>
            <li>Lines: where most links led</li>
          </ul>
          <Drawing id={id} map={crawlMap(sheet.tasks)} />
        </>
      )}
    </Panel>
  );
}

const LEFT = 165;
const TOP = 34;
const ROW = 78;
/** Room for all columns; few of them do not stand farther apart than `WIDEST`. */
const WIDTH = 850;
const WIDEST = 150;
const MOST_RADIUS = 27;
/** Of many lines the strongest: more would be a grey surface. */
const MOST_FLOWS = 80;

const y = (host: number): number => TOP + ROW * (host + 0.5);
const short = (host: string): string => (host.length > 23 ? `…${host.slice(-22)}` : host);

function Drawing({ id, map }: { readonly id: string; readonly map: CrawlMap }): ReactNode {
  const column = Math.min(WIDEST, WIDTH / map.levels);
  const x = (level: number): number => LEFT + column * (level + 0.5);
  const width = LEFT + column * Math.max(3, map.levels) + 10;
  const mostRadius = Math.min(MOST_RADIUS, column / 2 - 6);
  const height = TOP + ROW * map.hosts.length + 6;
  const most = Math.max(1, ...map.spots.map(({ total }) => total));
  const widest = Math.max(1, ...map.flows.map(({ total }) => total));
  return (
    <ScrollFrame className="picture" label="Picture of the crawl">
      <svg viewBox={`0 0 ${width} ${height}`} style={{ maxWidth: `${width * 1.25}px` }}>
        <title>Hosts by levels: {counted(map.spots.length, 'group')} of addresses</title>
        {map.hosts.map((host, i) => (
          <g key={host}>
            <line className="lane" x1={LEFT} x2={width} y1={y(i)} y2={y(i)} />
            <text x={LEFT - 12} y={y(i) + 4} textAnchor="end">
              <title>{host}</title>
              {short(host)}
            </text>
          </g>
        ))}
        {Array.from({ length: map.levels }, (_, level) => (
          <text key={x(level)} className="muted" x={x(level)} y={18} textAnchor="middle">
            Level {level}
          </text>
        ))}
        {strongest(map.flows).map((flow) => (
          <path
            key={flowKey(flow)}
            className="flow"
            d={curve(flow, x)}
            strokeWidth={1 + 9 * Math.sqrt(flow.total / widest)}
          />
        ))}
        {map.spots.map((spot) => (
          <Circle
            key={`${spot.host} ${spot.level}`}
            id={id}
            spot={spot}
            map={map}
            x={x(spot.level)}
            radius={4 + (mostRadius - 4) * Math.sqrt(spot.total / most)}
          />
        ))}
      </svg>
    </ScrollFrame>
  );
}

const flowKey = ({ from, to }: Flow): string => `${from.host} ${from.level} ${to.host} ${to.level}`;

const strongest = (flows: readonly Flow[]): readonly Flow[] =>
  flows.toSorted((a, b) => b.total - a.total).slice(0, MOST_FLOWS);

function curve({ from, to }: Flow, x: (level: number) => number): string {
  const [x1, y1, x2, y2] = [x(from.level), y(from.host), x(to.level), y(to.host)];
  if (x1 === x2) return `M${x1} ${y1}C${x1 + 40} ${y1},${x2 + 40} ${y2},${x2} ${y2}`;
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1},${middle} ${y2},${x2} ${y2}`;
}

interface CircleProps {
  readonly id: string;
  readonly spot: Spot;
  readonly map: CrawlMap;
  readonly x: number;
  readonly radius: number;
}

/** Three shares as rings: what was stored in front, failures behind it, then the rest. */
function Circle({ id, spot: { host, level, total, stored, failed }, map, x, radius }: CircleProps): ReactNode {
  const name = map.hosts[host] ?? '';
  const words = `${name}, level ${level}: ${counted(total, 'address', 'addresses')}, ${count(stored)} stored, ${count(failed)} failed`;
  const several = map.merged && host === map.hosts.length - 1;
  const query = new URLSearchParams({ level: String(level), ...(!several && { host: name }) });
  const ring = (share: number): number => radius * Math.sqrt(share / total);
  return (
    <Link to={`executions/${id}/tasks?${query}`} aria-label={words}>
      <title>{words}</title>
      <circle className="fill-other" cx={x} cy={y(host)} r={radius} />
      <circle className="fill-failed" cx={x} cy={y(host)} r={ring(stored + failed)} />
      <circle className="fill-stored" cx={x} cy={y(host)} r={ring(stored)} />
      <text className="muted" x={x} y={y(host) + radius + 12} textAnchor="middle" aria-hidden>
        {count(total)}
      </text>
    </Link>
  );
}
