import type { LambdaContext } from 'hono/aws-lambda';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { tokenEndpoint } from '#adapters/identity/issuer-documents.ts';
import { OidcTokens } from '#adapters/identity/oidc-tokens.ts';
import { createApp } from '#api/app.ts';
import { type ConsoleFiles, consoleRoutes } from '#api/console.ts';
import type { ApiOptions, ApiPorts } from '#api/http/api-ports.ts';
import { authenticate } from '#api/middleware/authenticate.ts';
import { SETTINGS } from '../settings/settings.env.ts';
import type { FunctionEnvironment } from '../settings/settings.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Version of the software; a test compares it with package.json. */
export const VERSION = '0.1.0';

export interface DeployedAppParts {
  readonly environment: FunctionEnvironment;
  readonly telemetry: Telemetry;
  readonly ports: Omit<ApiPorts, 'decodeBody'>;
  readonly firstKeyHash: () => Promise<string | null>;
  readonly console: ConsoleFiles;
}

/**
 * The app of `surf serve` in a deployment: everyone needs a token or a key, and the stage's name
 * begins every path.
 */
export function deployedApp({ environment, telemetry, ports, firstKeyHash, console }: DeployedAppParts) {
  const { [SETTINGS.stage]: stage, [SETTINGS.identity]: identity, [SETTINGS.defaults]: defaults } = environment;
  const { issuer, clientId, administrators } = identity;
  const identify = authenticate(ports, {
    tokens: tokensOf(identity, ports),
    administrators,
    roles: environment[SETTINGS.roles],
    firstKeyHash,
  });
  const base = `/${stage}/`;
  const options: ApiOptions = {
    identify,
    version: VERSION,
    config: { issuer, clientId, stage },
    base,
    requestId: lambdaRequestId,
    ...(defaults !== undefined && { defaults }),
    onFault: (error, of) => telemetry.problem('request failed', of, error),
  };
  const app = createApp({ ...ports, decodeBody }, options);
  const signIn = issuer === null ? {} : { issuer, tokenEndpoint: () => tokenEndpoint(issuer) };
  if (console.has('index.html')) consoleRoutes(app, console, { base, ...signIn });
  return app;
}

/** The id that Lambda gave the invocation: every log line of it has the same. */
const lambdaRequestId = (environment: unknown): string | undefined =>
  (environment as { readonly lambdaContext?: Pick<LambdaContext, 'awsRequestId'> }).lambdaContext?.awsRequestId;

/** Without an audience, a token must name the client id. */
function tokensOf(
  { issuer, audience, clientId }: FunctionEnvironment[typeof SETTINGS.identity],
  { clock }: Pick<ApiPorts, 'clock'>,
): OidcTokens | null {
  if (issuer === null) return null;
  return new OidcTokens({ issuer, audience: [audience, clientId].filter((name) => name !== null).slice(0, 1), clock });
}
