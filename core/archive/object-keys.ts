import type { ExecutionId } from '#core/model/ids.ts';

/**
 * Keys of an execution's objects (design.md §5). Numbers are padded, so that byte order is numeric
 * order.
 */
const pad = (n: number): string => String(n).padStart(6, '0');

export const executionPrefix = (id: ExecutionId): string => `executions/${id}/`;
export const chunksPrefix = (id: ExecutionId, wave: number): string => `executions/${id}/chunks/${pad(wave)}/`;

/** Prefix of the keys of one unit's chunks. */
export const unitPrefix = (id: ExecutionId, wave: number, unit: number): string =>
  `${chunksPrefix(id, wave)}${pad(unit)}/`;

/** The name of a chunk: the unit's `n`th. `token` is the random name of the unit's invocation. */
export interface ChunkName {
  readonly execution: ExecutionId;
  readonly wave: number;
  readonly unit: number;
  readonly token: string;
  readonly n: number;
}

/** Base name of one chunk's objects. */
export const chunkBase = ({ execution, wave, unit, token, n }: ChunkName): string =>
  `${unitPrefix(execution, wave, unit)}${token}-${pad(n)}`;

/** The objects of one chunk. `lines` is written last: the chunk exists when it does. */
export const CHUNK_SUFFIX = {
  warc: '.warc.gz',
  records: '.records.jsonl.gz',
  links: '.links.jsonl.gz',
  lines: '.lines.jsonl.gz',
} as const;

/**
 * Random part of the names of the objects that one attempt to plan a wave writes. It begins with
 * the wave, so that objects outside of the wave's folder are known as garbage once the wave is
 * closed.
 */
export const attemptName = (wave: number, random: string): string => `${pad(wave)}.${random}`;
/** The wave of such a name; NaN for older names, which lack it. */
export const waveOfAttempt = (attempt: string): number =>
  /^\d+\./.test(attempt) ? Number.parseInt(attempt, 10) : Number.NaN;

export const wavePrefix = (id: ExecutionId, wave: number): string => `executions/${id}/waves/${pad(wave)}/`;
export const waveObject = (id: ExecutionId, wave: number, random: string, name: string): string =>
  `${wavePrefix(id, wave)}${random}/${name}`;
export const levelObject = (id: ExecutionId, level: number, random: string, name: string): string =>
  `executions/${id}/levels/${pad(level)}/${random}/${name}`;
export const seenObject = (id: ExecutionId, random: string, name: string): string =>
  `executions/${id}/seen/${random}-${name}`;
/**
 * The published list of everything that belongs to the ended execution; made by finish-execution.
 */
export const publishedManifest = (id: ExecutionId): string => `executions/${id}/manifest.jsonl`;
/**
 * The name of a search index, from the last committed wave and the format of the index. The keys
 * of its objects begin with this name and a dot. The first search of an execution builds it.
 */
export const searchName = (id: ExecutionId, wave: number): string => `${searchPrefix(id)}${pad(wave)}.v4`;
/**
 * The name of an index that an earlier version of Surf made; a collection still reads those of its
 * ticks.
 */
export const olderSearchName = (id: ExecutionId, wave: number): string => `${searchPrefix(id)}${pad(wave)}.v3`;
/** True for an object of a search index in a format that Surf reads. */
export const isSearchFormat = (key: string): boolean => /\/search\/\d+\.v[34]\./.test(key);
export const searchPrefix = (id: ExecutionId): string => `executions/${id}/search/`;
/**
 * Comparisons with earlier executions, audits and exports, where no request can wait for one.
 */
export const reportsPrefix = (id: ExecutionId): string => `executions/${id}/reports/`;
/** Whole files of an execution, where a server cannot send them itself. */
export const downloadsPrefix = (id: ExecutionId): string => `executions/${id}/downloads/`;
/** The registers of external links that ended waves left; the last one counts. */
export const externalPrefix = (id: ExecutionId): string => `executions/${id}/external/`;
/**
 * Written last: the register exists when it does.
 * @param checks number of times that answers were merged into it
 */
export const externalHead = (id: ExecutionId, wave: number, checks = 0): string =>
  `${externalPrefix(id)}${pad(wave)}${checks === 0 ? '' : `.${checks}`}.json`;
/** Names of the executions that have begun with the register of this one. */
export const externalNextPrefix = (id: ExecutionId): string => `${externalPrefix(id)}next/`;
export const externalNext = (id: ExecutionId, next: ExecutionId): string => `${externalNextPrefix(id)}${next}`;
export const externalObject = (id: ExecutionId, random: string, name: string): string =>
  `${externalPrefix(id)}${random}-${name}`;
/** A robots.txt as fetched, shared by executions; `hash` is its SHA-256. */
export const robotsObject = (hash: string): string => `robots/${hash}.txt`;
