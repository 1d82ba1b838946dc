import { answerRequest } from './api-routes.ts';
import { SETTINGS } from './settings.env.ts';
import { openWiring } from './wiring.ts';

const { environment, telemetry, open } = openWiring();
const { [SETTINGS.stage]: stage, [SETTINGS.identity]: identity, [SETTINGS.start]: start } = environment;

/** What API Gateway sends, as far as it is read. */
interface GatewayRequest {
  readonly httpMethod: string;
  readonly path: string;
  readonly queryStringParameters: Readonly<Record<string, string | undefined>> | null;
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

interface GatewayAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Request of API Gateway → answer. Whoever gets here on a path below /v1 has shown a key. */
export const handler = async (event: GatewayRequest): Promise<GatewayAnswer> => {
  const { httpMethod: method, path, queryStringParameters, body, isBase64Encoded } = event;
  const text = body === null || !isBase64Encoded ? body : Buffer.from(body, 'base64').toString('utf8');
  const request = { method, path, query: queryStringParameters ?? {}, body: text };
  const { status, value } = await answerRequest({ ports: open(), telemetry, stage, identity, start }, request);
  telemetry.line('request', { method, path, status });
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  };
};
