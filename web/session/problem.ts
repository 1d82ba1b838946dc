import { ApiProblem } from '#api/client/client.ts';
import type { Problem } from '#api/client/schema.ts';

/** A problem that the console itself reports: the server did not answer. */
export const localProblem = (title: string, status = 0): Problem => ({
  type: 'about:blank',
  title,
  status,
  code: 'NO_ANSWER',
  remedy: 'Check that the server runs and that you are online, then try again.',
  requestId: '',
});

/** Turns an exception into a problem to show. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ApiProblem) return error.problem;
  return localProblem('The server does not respond.');
}

/** Turns an unsuccessful response into an exception. */
export async function responseError(response: Response): Promise<ApiProblem> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/problem+json')) return new ApiProblem((await response.json()) as Problem);
  return new ApiProblem(localProblem(`The server answered ${response.status}.`, response.status));
}
