import type { Archive } from '#core/archive/archive.ts';
import { attemptName, externalHead, externalObject } from '#core/archive/object-keys.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { CheckState, ExternalCheck } from '#core/external/external-check.ts';
import { laterCheck } from '#core/external/external-check.ts';
import type { ExternalLink, ExternalRegister } from '#core/external/external-link.ts';
import type { RandomId } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type OpenRegister, ownRegister, registerHeads } from '#engine/external/external-register.ts';
import { KeyedFiles } from '#engine/frontier/keyed-files.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';

/** An answer to the link of a key. */
export type KeyedCheck = Pick<ExternalLink, 'key'> & { readonly check: ExternalCheck };

/** Answers in the order of their keys; made again for each attempt. */
export type Checks = () => AsyncIterable<KeyedCheck>;

export interface FoldPorts {
  readonly archive: Archive;
  readonly random: RandomId;
}

/** Files of a register that a check replaces; the end of an execution leaves them alone. */
export const FOLDED = /-checked-\d+\.(?:jsonl|index\.json)$/;
/**
 * Several checks may end at once: each makes the register again from what the previous one left.
 */
const TRIES = 20;

/**
 * Merges answers into the register that an execution left, in one pass over both: of two answers to
 * a link the newer one stays. Writes nothing when no link changes. Answers to addresses that the
 * register does not know are left out.
 * @returns false: the execution has no register
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT; STATE_CONFLICT
 */
export async function foldChecks(ports: FoldPorts, id: ExecutionId, checks: Checks): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const open = await ownRegister(ports.archive, id);
    if (open === null) return false;
    if (await fold(ports, open, { id, checks })) return true;
  }
  throw new SurfError('STATE_CONFLICT', `the external links of ${id} change faster than they can be merged`, {
    remedy: 'try again when fewer executions end at the same time',
  });
}

/** @returns false: another one has replaced the register meanwhile */
async function fold(
  { archive, random }: FoldPorts,
  { head, register }: OpenRegister,
  { id, checks }: { readonly id: ExecutionId; readonly checks: Checks },
): Promise<boolean> {
  const attempt = attemptName(head.wave, random());
  const files = new KeyedFiles({ archive, name: (what) => externalObject(id, attempt, what) }, 'checked');
  const merge = new CheckMerge(checks());
  try {
    for (const { object } of register.files) {
      for await (const lines of streamLines(archive, object)) {
        for (const line of lines) {
          const full = files.add(await merge.line(line));
          if (full !== undefined) await full;
        }
      }
    }
  } catch (error) {
    const now = (await registerHeads(archive, id)).at(-1);
    if (codeOf(error) !== 'OBJECT_NOT_FOUND' || now?.key === head.key) throw error;
    return false; // what was written is lost: the execution is removed with it
  }
  const written = await files.finish();
  const next: ExternalRegister = { ...register, checks: merge.counts, files: written };
  const key = externalHead(id, head.wave, head.checks + 1);
  const wins = merge.changed > 0 && (await archive.put(key, [Buffer.from(JSON.stringify(next))])) === 'created';
  await archive.delete(objectsOf(wins ? register : next));
  if (wins) await archive.delete([head.key]);
  return wins || merge.changed === 0;
}

const objectsOf = ({ files }: ExternalRegister): string[] => files.flatMap(({ object, index }) => [object, index]);

/** One pass over the lines of a register and the answers. */
class CheckMerge {
  readonly counts: Record<CheckState, number> = { alive: 0, dead: 0, unknown: 0 };
  changed = 0;
  readonly #checks: AsyncIterator<KeyedCheck>;
  #next: KeyedCheck | null | undefined;

  constructor(checks: AsyncIterable<KeyedCheck>) {
    this.#checks = checks[Symbol.asyncIterator]();
  }

  async line(text: string): Promise<string> {
    const link = JSON.parse(text) as ExternalLink;
    let { check } = link;
    for (let answer = await this.#upTo(link.key); answer !== null; answer = await this.#upTo(link.key)) {
      if (answer.key === link.key) check = laterCheck(check, answer.check);
      this.#next = undefined;
    }
    if (check !== undefined) this.counts[check.state] += 1;
    if (check === link.check || JSON.stringify(check) === JSON.stringify(link.check)) return text;
    this.changed += 1;
    return JSON.stringify({ ...link, check });
  }

  /** The next answer, if it is not behind the key. */
  async #upTo(key: string): Promise<KeyedCheck | null> {
    if (this.#next === undefined) {
      const { done, value } = await this.#checks.next();
      this.#next = done === true ? null : value;
    }
    return this.#next !== null && this.#next.key <= key ? this.#next : null;
  }
}

/** The answers that a register has. */
export async function* checksOf(archive: Archive, { files }: ExternalRegister): AsyncGenerator<KeyedCheck> {
  for (const { object } of files) {
    for await (const lines of streamLines(archive, object)) {
      for (const line of lines) {
        const { key, check } = JSON.parse(line) as ExternalLink;
        if (check !== undefined) yield { key, check };
      }
    }
  }
}
