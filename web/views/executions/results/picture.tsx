import { type ReactNode, useEffect, useState } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { Problem, Task } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { toProblem } from '../../../session/problem.ts';
import { useSession } from '../../../session/session.tsx';
import { formatCount, plural } from '../../../text/format.ts';
import { EmptyState, Hint, Loading, ProblemNotice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ScrollFrame } from '../../../ui/scroll-frame.tsx';
import { type CrawlMap, crawlMap, type MapEdge, type MapNode } from './crawl-map.ts';

/** More tasks take long to fetch and do not change the picture. */
const MAX_TASKS = 20_000;
const BATCH_SIZE = 1_000;

interface TaskBatch {
  readonly tasks: readonly Task[];
  readonly complete: boolean;
}

async function* fetchTaskBatches(client: SurfClient, id: string): AsyncGenerator<TaskBatch> {
  const tasks: Task[] = [];
  let next: string | null | undefined;
  do {
    const query = { limit: BATCH_SIZE, ...(typeof next === 'string' && { next }) };
    const page = answered(await client.GET('/v1/executions/{id}/tasks', { params: { path: { id }, query } }));
    tasks.push(...page.items);
    next = page.next;
    yield { tasks: [...tasks], complete: next === null };
  } while (next !== null && tasks.length < MAX_TASKS);
}

/**
 * Hosts by levels: the size of a circle is its number of URLs, lines show where most links lead.
 */
export function Picture({ id }: { readonly id: string }): ReactNode {
  const { client } = useSession();
  const [batch, setBatch] = useState<TaskBatch | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let over = false;
    const read = async (): Promise<void> => {
      try {
        for await (const next of fetchTaskBatches(client, id)) {
          if (over) return;
          setBatch(next);
        }
      } catch (error) {
        if (!over) setProblem(toProblem(error));
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
      aside={batch !== null && <span className="fine">{plural(batch.tasks.length, 'URL')}</span>}
    >
      {problem !== null && <ProblemNotice problem={problem} />}
      {batch === null && problem === null && <Loading />}
      {batch !== null && batch.tasks.length === 0 && <EmptyState title="No URLs to draw yet." />}
      {batch !== null && batch.tasks.length > 0 && (
        <>
          {!batch.complete && <Hint>The first {formatCount(batch.tasks.length)} URLs; the crawl has more.</Hint>}
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
            <li>Lines: where most links lead</li>
          </ul>
          <Drawing id={id} map={crawlMap(batch.tasks)} />
        </>
      )}
    </Panel>
  );
}

const LEFT = 165;
const TOP = 34;
const ROW = 78;
/** Width of all columns; one column is at most `WIDEST` wide. */
const WIDTH = 850;
const WIDEST = 150;
const MAX_RADIUS = 27;
/** Only the strongest edges: more would merge into a grey area. */
const MAX_EDGES = 80;

const y = (host: number): number => TOP + ROW * (host + 0.5);
const short = (host: string): string => (host.length > 23 ? `…${host.slice(-22)}` : host);

function Drawing({ id, map }: { readonly id: string; readonly map: CrawlMap }): ReactNode {
  const column = Math.min(WIDEST, WIDTH / map.levels);
  const x = (level: number): number => LEFT + column * (level + 0.5);
  const width = LEFT + column * Math.max(3, map.levels) + 10;
  const mostRadius = Math.min(MAX_RADIUS, column / 2 - 6);
  const height = TOP + ROW * map.hosts.length + 6;
  const most = Math.max(1, ...map.nodes.map(({ total }) => total));
  const widest = Math.max(1, ...map.edges.map(({ total }) => total));
  return (
    <ScrollFrame className="picture" label="Picture of the crawl">
      <svg viewBox={`0 0 ${width} ${height}`} style={{ maxWidth: `${width * 1.25}px` }}>
        <title>Hosts by levels: {plural(map.nodes.length, 'group')} of URLs</title>
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
        {strongest(map.edges).map((edge) => (
          <path
            key={edgeKey(edge)}
            className="flow"
            d={curve(edge, x)}
            strokeWidth={1 + 9 * Math.sqrt(edge.total / widest)}
          />
        ))}
        {map.nodes.map((node) => (
          <Circle
            key={`${node.host} ${node.level}`}
            id={id}
            node={node}
            map={map}
            x={x(node.level)}
            radius={4 + (mostRadius - 4) * Math.sqrt(node.total / most)}
          />
        ))}
      </svg>
    </ScrollFrame>
  );
}

const edgeKey = ({ from, to }: MapEdge): string => `${from.host} ${from.level} ${to.host} ${to.level}`;

const strongest = (edges: readonly MapEdge[]): readonly MapEdge[] =>
  edges.toSorted((a, b) => b.total - a.total).slice(0, MAX_EDGES);

function curve({ from, to }: MapEdge, x: (level: number) => number): string {
  const [x1, y1, x2, y2] = [x(from.level), y(from.host), x(to.level), y(to.host)];
  if (x1 === x2) return `M${x1} ${y1}C${x1 + 40} ${y1},${x2 + 40} ${y2},${x2} ${y2}`;
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1},${middle} ${y2},${x2} ${y2}`;
}

interface CircleProps {
  readonly id: string;
  readonly node: MapNode;
  readonly map: CrawlMap;
  readonly x: number;
  readonly radius: number;
}

/** Concentric shares: stored in front, then failed, then the rest. */
function Circle({ id, node: { host, level, total, stored, failed }, map, x, radius }: CircleProps): ReactNode {
  const name = map.hosts[host] ?? '';
  const words = `${name}, level ${level}: ${plural(total, 'URL')}, ${formatCount(stored)} stored, ${formatCount(failed)} failed`;
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
        {formatCount(total)}
      </text>
    </Link>
  );
}
