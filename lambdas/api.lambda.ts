import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answerRequest } from './api-routes.ts';
import { SETTINGS } from './settings.env.ts';
import { openWiring } from './wiring.ts';

const { environment, telemetry, open } = openWiring();
const { [SETTINGS.stage]: stage, [SETTINGS.identity]: identity, [SETTINGS.start]: start } = environment;

/** Request of API Gateway → answer. Whoever gets here on a path below /v1 has shown a key. */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
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
