/** Time since which a server has answered nothing, and the time that a command waits for it. */
export interface Silence {
  readonly server: string;
  readonly silentMs: number;
  readonly patienceMs: number;
}

/** The part of an execution whose progress shows the wait. */
interface Seen {
  readonly waiting: { readonly cause: string; readonly until: string; readonly remedy: string | null } | null;
}

/** One lost answer is not worth a message. */
const LEAST_MS = 5_000;

/**
 * The last view of an execution, which is old: its progress says that the command waits for the
 * server, and until when.
 * @param now epoch ms
 */
export function withSilence<View extends Seen>(
  view: View,
  { server, silentMs, patienceMs }: Silence,
  now: number = Date.now(),
): View {
  if (silentMs < LEAST_MS) return view;
  const until = new Date(now + Math.max(0, patienceMs - silentMs)).toISOString();
  return { ...view, waiting: { cause: `${new URL(server).origin}, which does not answer`, until, remedy: null } };
}
