import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { createClient, type SurfClient } from '#api/client/client.ts';
import { API_URL } from '../browser/router.tsx';
import { authHeaders, type Credentials } from './credentials.ts';
import { responseError } from './problem.ts';

/** The current session. Credentials stay in memory: a reload drops them. */
export interface Session {
  readonly client: SurfClient;
  /** Fetches untyped content such as files and CSV with the credentials. @throws ApiProblem */
  readonly fetchRaw: (path: string, init?: RequestInit) => Promise<Response>;
  readonly credentials: Credentials | null;
  /** The server rejected the credentials: the user must sign in. */
  readonly refused: boolean;
  readonly signIn: (credentials: Credentials) => void;
  readonly signOut: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** The session. @throws Error outside of `SessionProvider` */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

export function SessionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  // The rejected credentials: a late 401 for old ones does not count. Wrapped, because null can be
  // rejected, too.
  const [lastRefused, setLastRefused] = useState<Pick<Session, 'credentials'> | null>(null);
  const api = useMemo(() => createApi(credentials, () => setLastRefused({ credentials })), [credentials]);
  const session = useMemo<Session>(
    () => ({
      ...api,
      credentials,
      refused: lastRefused !== null && lastRefused.credentials === credentials,
      signIn: setCredentials,
      signOut: () => setCredentials(null),
    }),
    [api, credentials, lastRefused],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

const SIGN_IN_REQUIRED = 401;

/** Creates the typed client and `fetchRaw` with the same credentials. */
function createApi(credentials: Credentials | null, onRefused: () => void): Pick<Session, 'client' | 'fetchRaw'> {
  const ask = async (input: Request): Promise<Response> => {
    // After the sign-in has expired, send no credentials: the public configuration is needed to
    // sign in again.
    const headers = await authHeaders(credentials).catch(() => {
      onRefused();
      return {};
    });
    for (const [name, value] of Object.entries(headers)) input.headers.set(name, value);
    const response = await fetch(input);
    if (response.status === SIGN_IN_REQUIRED) onRefused();
    return response;
  };
  const fetchRaw = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await ask(new Request(API_URL + path, init));
    if (response.ok) return response;
    throw await responseError(response);
  };
  return { client: createClient({ address: API_URL, fetch: ask }), fetchRaw };
}
