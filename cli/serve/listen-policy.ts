import { OidcTokens } from '#adapters/identity/oidc-tokens.ts';
import type { ApiPorts, FrontOptions } from '#api/http/api-ports.ts';
import { authenticate } from '#api/middleware/authenticate.ts';
import { checkOrigin } from '#api/middleware/origin-check.ts';
import type { GivenFlags } from '#cli/args/flag.ts';
import { SurfError } from '#core/error.ts';
import type { RoleTable } from '#core/identity/roles/role-limits.ts';

const LOOPBACK = '127.0.0.1';
/** Loopback addresses. */
const OWN_ADDRESSES: ReadonlySet<string> = new Set([LOOPBACK, '::1', 'localhost']);

/** Authentication of `surf serve`, and the address it listens on. */
export interface ListenPolicy extends Pick<FrontOptions, 'identify' | 'config'> {
  readonly address: string;
  /** Issuer for the pages' Content Security Policy. */
  readonly issuer?: string;
}

/**
 * Without an issuer every caller is the owner, so the server listens on this machine only. With an
 * issuer every caller signs in.
 * @throws SurfError COMMAND_USAGE
 */
export function listenPolicy(
  flags: GivenFlags,
  ports: Pick<ApiPorts, 'accounts' | 'clock' | 'random'>,
  roles: RoleTable,
): ListenPolicy {
  const address = flags.value('listen') ?? LOOPBACK;
  const issuer = flags.value('issuer');
  if (issuer === undefined) {
    refuseWithoutIssuer(flags, address);
    return { identify: checkOrigin, address };
  }
  const clientId = flags.value('client-id') ?? null;
  const named = flags.values('audience');
  const audience = named.length === 0 && clientId !== null ? [clientId] : named;
  const identify = authenticate(ports, {
    tokens: new OidcTokens({ issuer, audience, clock: ports.clock }),
    administrators: flags.values('administrator'),
    roles,
  });
  return { identify, config: { issuer, clientId, stage: 'local' }, address, issuer };
}

function refuseWithoutIssuer(flags: GivenFlags, address: string): void {
  for (const name of ['audience', 'client-id', 'administrator', 'roles']) {
    if (!flags.has(name)) continue;
    throw new SurfError('COMMAND_USAGE', `--${name} without --issuer: nobody signs in`, {
      remedy: 'give --issuer, the address of an OpenID provider',
    });
  }
  if (OWN_ADDRESSES.has(address)) return;
  throw new SurfError(
    'COMMAND_USAGE',
    `--listen ${JSON.stringify(address.slice(0, 100))} lets others connect, and nobody signs in`,
    {
      remedy: 'give --issuer and --audience, so that everybody must sign in; or leave --listen out',
    },
  );
}
