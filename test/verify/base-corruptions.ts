import type { BasePage } from '#core/archive/chunk/base-page.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { readRecords } from '#core/archive/warc/warc-reader.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { storedMember } from '#core/bytes/gzip.ts';
import type { Corruption } from '#test/verify/corruptions.ts';
import type { History, Json } from '#test/verify/history.ts';

const isUnchanged = (line: Json): boolean =>
  line.kind === 'outcome' && (line.outcome as Json).type === 'notModified' && line.body !== undefined;

/**
 * Changes the first outcome that says that a page was not modified; size and hash of its chunk are
 * made to fit.
 */
async function forgeUnchanged(history: History, change: (line: Json) => Json): Promise<void> {
  const base = await history.chunkWith(isUnchanged);
  let done = false;
  await history.forgeChunk(base, (lines) =>
    lines.map((line) => {
      if (done || !isUnchanged(line)) return line;
      done = true;
      return change(line);
    }),
  );
}

/**
 * Rewrites the first revisit record of a chunk with a text of the same length; hashes are made to
 * fit.
 */
async function forgeRevisit(history: History, change: (text: string) => string): Promise<void> {
  const base = await history.chunkWith(isUnchanged);
  const object = `${base}${CHUNK_SUFFIX.warc}`;
  const bytes = Buffer.from(await history.archive.get(object));
  const revisit = [...readRecords(bytes)].find(({ headers }) => headers.get('warc-type') === 'revisit');
  if (revisit === undefined) throw new Error('no revisit record');
  const { offset, length, headers, block } = revisit;
  const names = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const text = `WARC/1.1\r\n${change(names)}\r\n${Buffer.from(block).toString('latin1')}\r\n\r\n`;
  const member = storedMember([Buffer.from(text, 'latin1')]);
  if (member.length !== length) throw new Error(`the record has ${member.length} bytes, not ${length}`);
  const forged = Buffer.concat([bytes.subarray(0, offset), member, bytes.subarray(offset + length)]);
  history.replace(object, forged);
  const warc = { bytes: forged.length, sha256: sha256Hex(forged) };
  await history.forgeChunk(base, (lines) => lines.map((line) => (line.kind === 'end' ? { ...line, warc } : line)));
}

async function planTasks(history: History): Promise<string> {
  for (const { manifest } of await history.manifests()) {
    if (manifest.plan === null) continue;
    const tasks = String((await history.json(manifest.plan)).tasks);
    if ((await history.lines(tasks)).some(({ base }) => base !== undefined)) return tasks;
  }
  throw new Error('no planned task has a base page');
}

/** What can go wrong with an execution with a base. */
export const BASE_CORRUPTIONS: readonly Corruption[] = [
  {
    name: 'a task that says another validator than the base',
    code: 'plan-base',
    plant: async (history) =>
      history.changeLines(await planTasks(history), (lines) =>
        lines.map((line) =>
          line.base === undefined ? line : { ...line, base: { ...(line.base as BasePage), etag: '"000000000000"' } },
        ),
      ),
  },
  {
    name: 'a task that names another body than the base',
    code: 'plan-base',
    plant: async (history) =>
      history.changeLines(await planTasks(history), (lines) =>
        lines.map((line) =>
          line.base === undefined ? line : { ...line, base: { ...(line.base as BasePage), digest: '0'.repeat(64) } },
        ),
      ),
  },
  {
    name: 'a page that is said not to be modified, with another digest than the base has',
    code: 'not-modified',
    plant: (history) => forgeUnchanged(history, (line) => ({ ...line, digest: 'f'.repeat(64) })),
  },
  {
    name: 'a page that is said not to be modified, with its body in another place',
    code: 'not-modified',
    plant: (history) => forgeUnchanged(history, (line) => ({ ...line, body: { ...(line.body as Json), offset: 0 } })),
  },
  {
    name: 'a page that was stored and is said not to be modified',
    code: 'not-modified',
    plant: async (history) => {
      const { base } = history;
      if (base === undefined) throw new Error('no base');
      await base.forgeChunk(await base.chunkWith((line) => line.etag !== undefined), (lines) =>
        lines.map(({ etag: _, ...line }) => line),
      );
    },
  },
  {
    name: 'a body that is gone from the base’s archive',
    code: 'base-body',
    plant: async (history) => {
      const chunks = (await history.base?.chunks()) ?? [];
      await history.archive.delete(chunks.map((base) => `${base}${CHUNK_SUFFIX.warc}`));
    },
  },
  {
    name: 'a body that was changed in the base’s archive',
    code: 'base-body',
    plant: async (history) => {
      for (const base of (await history.base?.chunks()) ?? []) {
        const object = `${base}${CHUNK_SUFFIX.warc}`;
        const bytes = Buffer.from(await history.archive.get(object));
        history.replace(
          object,
          bytes.map((byte, i) => (i > 600 ? byte ^ 1 : byte)),
        );
      }
    },
  },
  {
    name: 'a revisit record that refers to another time',
    code: 'warc-revisit',
    plant: (history) =>
      forgeRevisit(history, (text) => text.replace(/(warc-refers-to-date: )\d{4}/, (_, name: string) => `${name}1999`)),
  },
  {
    name: 'a lost chunk of the base',
    code: 'base-missing',
    plant: async (history) => {
      const [chunk = ''] = (await history.base?.chunks()) ?? [];
      await history.archive.delete([`${chunk}${CHUNK_SUFFIX.lines}`]);
    },
  },
  {
    name: 'saved bytes that nobody saved',
    code: 'frontier-state',
    plant: async (history) => {
      const { frontier } = await history.row();
      await history.changeJson(frontier ?? '', (value) => {
        value.savedBytes = Number(value.savedBytes) + 1;
      });
    },
  },
  {
    name: 'a frontier with another base',
    code: 'frontier-state',
    plant: async (history) => {
      const [first] = await history.manifests();
      await history.changeJson(first?.key.replace('manifest.json', 'frontier.json') ?? '', (value) => {
        value.base = { ...(value.base as Json), alike: false };
      });
    },
  },
];
