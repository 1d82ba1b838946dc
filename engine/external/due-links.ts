import type { Archive } from '#core/archive/archive.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import { isDue } from '#core/external/external-check.ts';
import type { ExternalLink, ExternalRegister } from '#core/external/external-link.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { MAX_DOCUMENT_BYTES, MAX_SEEDS } from '#core/workflow/workflow.ts';
import { externalRegister, type RegisterPorts } from '#engine/external/external-register.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';

export interface DuePorts extends RegisterPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: RandomId;
}

export interface DueRequest {
  readonly days: number;
  /** Lines that are read. @default 200,000 */
  readonly most?: number;
}

export interface DueLinks {
  /** The execution that left the register. */
  readonly register: ExecutionId;
  /** Links that one check requests, as many as the seeds of a workflow may be. */
  readonly seeds: readonly string[];
  readonly hosts: number;
  /** Links of the host that has the most. */
  readonly mostOfHost: number;
  /** Links were left for a later check, or not looked at. */
  readonly more: boolean;
}

/** Lines that one look reads, 70 MB: the API of a deployment has 29 seconds. */
const MOST_LINES = 200_000;
/** Bytes of a workflow's document, for all but its seeds. */
const OTHER_BYTES = 8_192;

/**
 * The links of a register that the next check requests: they are not banned, and no request was
 * answered within `days`. Of a register that is too large for one look it reads a part from a file
 * that is drawn, so that no link waits for ever.
 * @throws SurfError OUTPUT_NOT_KEPT where no execution has left a register; OBJECT_CORRUPT
 */
export async function dueLinks(ports: DuePorts, row: Execution, request: DueRequest): Promise<DueLinks> {
  try {
    return await look(ports, row, request);
  } catch (error) {
    if (codeOf(error) !== 'OBJECT_NOT_FOUND') throw error;
    return await look(ports, row, request); // a check has replaced the register
  }
}

async function look(ports: DuePorts, row: Execution, { days, most = MOST_LINES }: DueRequest): Promise<DueLinks> {
  const register = await externalRegister(ports, row);
  if (register === null) throw noRegister(row);
  const rows = register.files.reduce((sum, file) => sum + file.rows, 0);
  const seeds: string[] = [];
  const hosts = new Map<string, number>();
  let left = MAX_DOCUMENT_BYTES - OTHER_BYTES;
  let isFull = false;
  let read = 0;
  for await (const link of linksFrom(ports.archive, register, rows > most ? drawn(ports.random, register) : 0)) {
    if (read === most) break;
    read += 1;
    if (!isDue(link, { days, now: ports.clock.now() })) continue;
    left -= Buffer.byteLength(JSON.stringify(link.url)) + 1;
    isFull = left < 0 || seeds.length === MAX_SEEDS;
    if (isFull) break;
    seeds.push(link.url);
    const host = new URL(link.url).host;
    hosts.set(host, (hosts.get(host) ?? 0) + 1);
  }
  const mostOfHost = Math.max(0, ...hosts.values());
  return { register: register.execution, seeds, hosts: hosts.size, mostOfHost, more: isFull || read < rows };
}

async function* linksFrom(archive: Archive, { files }: ExternalRegister, first: number): AsyncGenerator<ExternalLink> {
  for (const { object } of [...files.slice(first), ...files.slice(0, first)])
    for await (const lines of streamLines(archive, object))
      for (const line of lines) yield JSON.parse(line) as ExternalLink;
}

const drawn = (random: RandomId, { files }: ExternalRegister): number =>
  Number.parseInt(random().slice(0, 6), 36) % files.length;

const noRegister = ({ id }: Execution): SurfError =>
  new SurfError('OUTPUT_NOT_KEPT', `execution ${id} has no register of external links`, {
    remedy: 'crawl with --external true (external.keep), and wait for the end of the execution',
  });
