import { describe, expect, it } from 'vitest';
import { Admission } from '#cli/serve/threads/admission.ts';

const NEVER = new AbortController().signal;
const BOUNDS = { places: 3, placesPerUser: 2, waiting: 4, waitingPerUser: 2, waitMs: 60_000 };

/**
 * Asks for a place; `inside` has the names of those that have one, in the order in which they got
 * it.
 */
function asking(admission: Admission) {
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  const ask = async (user: string, name: string, signal = NEVER): Promise<void> => {
    leave.set(name, await admission.enter(user, signal));
    inside.push(name);
  };
  return { inside, ask, leave: (name: string) => leave.get(name)?.() };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('places for requests', () => {
  it('never all go to one user: another is admitted before requests that wait longer', async () => {
    const { inside, ask } = asking(new Admission(BOUNDS));

    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('anna', name);
    void ask('bert', 'b1');
    await settled();

    expect(inside).toEqual(['a1', 'a2', 'b1']);
  });

  it('are given on in the order of arrival, once for each that leaves', async () => {
    const { inside, ask, leave } = asking(new Admission(BOUNDS));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('anna', name);
    await settled();

    leave('a1');
    leave('a1');
    await settled();

    expect(inside).toEqual(['a1', 'a2', 'a3']);
  });

  it('are refused with SERVER_BUSY, retryable, when too many of one user or of all wait', async () => {
    const admission = new Admission(BOUNDS);
    const { ask } = asking(admission);
    for (const user of ['anna', 'anna', 'bert', 'anna', 'anna', 'bert', 'bert']) void ask(user, user);
    await settled();

    await expect(admission.enter('anna', NEVER)).rejects.toMatchObject({ code: 'SERVER_BUSY', retryable: true });
    await expect(admission.enter('carl', NEVER)).rejects.toThrow('too many requests wait');
  });

  it('are refused after the wait, and to a request that has left', async () => {
    const admission = new Admission({ ...BOUNDS, places: 1, placesPerUser: 1, waitMs: 5 });
    await admission.enter('anna', NEVER);
    const gone = AbortSignal.abort();

    await expect(admission.enter('bert', NEVER)).rejects.toThrow('no place was free for 0.005 s');
    await expect(admission.enter('bert', gone)).rejects.toThrow('the client gave the request up');
  });
});
