import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { ApiProblem, createClient, type SurfClient } from '#api/client/client.ts';
import type { Problem } from '#api/client/schema.ts';
import { API_ADDRESS } from './router.tsx';

/** Who asks. The key lives in memory only: a reload forgets it. */
export interface Session {
  readonly client: SurfClient;
  /** Bytes of the API that no type describes: files, CSV. Adds the credentials. */
  readonly fetchRaw: (path: string, init?: RequestInit) => Promise<Response>;
  readonly apiKey: string | null;
  /** The server refused what we have: someone has to sign in. */
  readonly refused: boolean;
  readonly signIn: (apiKey: string) => void;
  readonly signOut: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** @throws Error outside of `SessionProvider` */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

export function SessionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [apiKey, setApiKey] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const session = useMemo<Session>(() => {
    const client = createClient({ address: API_ADDRESS, ...(apiKey !== null && { apiKey }) });
    client.use({
      onResponse: ({ response }) => {
        if (response.status === 401) setRefused(true);
        return undefined;
      },
    });
    return {
      client,
      fetchRaw: (path, init) => fetchRaw(path, apiKey, init),
      apiKey,
      refused,
      signIn: (key) => {
        setApiKey(key);
        setRefused(false);
      },
      signOut: () => setApiKey(null),
    };
  }, [apiKey, refused]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

async function fetchRaw(path: string, apiKey: string | null, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (apiKey !== null) headers.set('X-Api-Key', apiKey);
  const response = await fetch(API_ADDRESS + path, { ...init, headers });
  if (response.ok) return response;
  throw new ApiProblem(await problemIn(response));
}

async function problemIn(response: Response): Promise<Problem> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/problem+json')) return (await response.json()) as Problem;
  return unexplained(`The server answered ${response.status}.`, response.status);
}

/** A problem of ours: nobody explained what went wrong. */
export const unexplained = (title: string, status = 0): Problem => ({
  type: 'about:blank',
  title,
  status,
  code: 'NO_ANSWER',
  remedy: 'Is the server running, and the network there? It is asked again when you press “Try again”.',
  requestId: '',
});

/** Whatever was thrown, as a problem to show. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiProblem) return error.problem;
  return unexplained('The server does not answer.');
}
