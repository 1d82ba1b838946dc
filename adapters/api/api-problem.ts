import type { Problem } from '#api/client/schema.ts';
import { type ErrorCode, SurfError } from '#core/error.ts';

/**
 * Error for a server's answer other than the one requested, in the words of the problem (RFC 9457).
 */
export function problemError(body: unknown, { status, url }: { status: number; url: string }): SurfError {
  const { code, title, remedy, requestId } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Partial<Problem>;
  const known = typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) && typeof title === 'string';
  if (!known || code === 'INTERNAL') return strange(new URL(url), status, known ? `${title} (${requestId})` : null);
  return new SurfError(code as ErrorCode, title, {
    ...(typeof remedy === 'string' && { remedy: inCommands(code, remedy, url) }),
    retryable: status === 429 || status === 503,
  });
}

/** Remedies of the API speak of requests; these are commands. */
const REMEDIES: Readonly<Partial<Record<string, string>>> = {
  SIGN_IN_REQUIRED: 'surf login --api URL signs in there, or give a key in SURF_KEY',
  SIGN_IN_INVALID: 'sign in again with surf login, or give another key in SURF_KEY',
  EXECUTION_NOT_FOUND: 'surf ls lists the executions that are yours',
};
function inCommands(code: string, remedy: string, url: string): string {
  if (code === 'ROUTE_NOT_FOUND' && /\/v1\/?$/.test(url)) return 'leave /v1 out of the address of the server';
  return REMEDIES[code] ?? remedy;
}

/** A gateway answers 5xx for a function that does not start: then the address is right. */
const remedyOf = (status: number): string =>
  status >= 500
    ? 'try again; if it stays, read the log of the server, at a deployment /surf/STAGE/api'
    : 'check the address: surf login --api URL tries it';

/** Error for a 5xx, or for an answer of something other than Surf. */
const strange = ({ origin }: URL, status: number, title: string | null): SurfError =>
  new SurfError(
    'SERVER_FAILED',
    `${origin} answered ${status}${title === null ? ', and not as Surf does' : `: ${title}`}`,
    {
      remedy: title === null ? remedyOf(status) : 'try again; the log of the server has the request id',
      retryable: status >= 500,
    },
  );

/** Error for a server that does not answer at all. */
export function unreachable(cause: unknown, address: string): SurfError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = (inner as NodeJS.ErrnoException | null)?.code;
  const why = code ?? (inner instanceof Error ? inner.message : String(inner));
  const isCertificate = /CERT|SELF_SIGNED|ISSUER/.test(why);
  return new SurfError('SERVER_UNREACHABLE', `${new URL(address).origin} does not answer: ${why}`, {
    remedy: isCertificate
      ? 'this machine does not trust the authority that signed the certificate: set NODE_EXTRA_CA_CERTS to a file with its certificate'
      : 'check the address, the network, and that the server runs',
    retryable: true,
    cause,
  });
}
