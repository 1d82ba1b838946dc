/** Since when a server answers nothing, and how long a command waits for it. */
export interface Silence {
  readonly server: string;
  readonly silentMs: number;
  readonly patienceMs: number;
}

/** An execution, as far as its progress says what it waits for. */
interface Seen {
  readonly waiting: { readonly cause: string; readonly until: string } | null;
}

/** One lost answer is no news. */
const LEAST_MS = 5_000;

/**
 * The last view of an execution, which is old: its progress says that the server is waited for,
 * and until when.
 * @param now epoch ms
 */
export function withSilence<View extends Seen>(
  view: View,
  { server, silentMs, patienceMs }: Silence,
  now: number = Date.now(),
): View {
  if (silentMs < LEAST_MS) return view;
  const until = new Date(now + Math.max(0, patienceMs - silentMs)).toISOString();
  return { ...view, waiting: { cause: `${new URL(server).origin}, which does not answer`, until } };
}
