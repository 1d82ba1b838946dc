/** Outputs of the stack that an emulator serves under another address. */
export interface LocalOutputs {
  readonly ApiUrl?: string;
}

/**
 * Lines for the user after a deployment into an emulator, with the addresses that it really serves.
 */
export function localAnswer(
  of: { readonly endpoint: string; readonly stage: string; readonly region: string },
  { ApiUrl = '' }: LocalOutputs,
): string[] {
  const { endpoint, stage, region } = of;
  const api = URL.parse(ApiUrl)?.hostname.split('.')[0] ?? '';
  const { protocol, port } = new URL(endpoint);
  return [
    '',
    `console    ${protocol}//${api}.execute-api.localhost:${port}/${stage}/   (browsers know *.localhost; LocalStack: …execute-api.localhost.localstack.cloud)`,
    `API        ${endpoint}/restapis/${api}/${stage}/_user_request_/   (the address in the outputs is not served)`,
    `first key  AWS_ENDPOINT_URL=${endpoint} AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test npm run --silent first-key -- --stage ${stage} --region ${region}`,
  ];
}
