/** An emulator in Docker fetches an image at the first call of a function. */
const PATIENCE_MS = 120_000;
/** Characters of an answer that is not ours. */
const MOST_SHOWN = 300;

/** Outputs of the stack that an emulator serves under another address. */
export interface LocalOutputs {
  readonly ApiUrl?: string;
}

/** Address of the API in an emulator, with a slash at its end. */
export function localApi(
  { endpoint, stage }: { readonly endpoint: string; readonly stage: string },
  { ApiUrl = '' }: LocalOutputs,
): string {
  const id = URL.parse(ApiUrl)?.hostname.split('.')[0] ?? '';
  return `${endpoint}/restapis/${id}/${stage}/_user_request_/`;
}

/**
 * Asks the function of the API whether it runs: an emulator says “deployed” of functions that
 * cannot start.
 * @returns the fault and its remedy; null if the API answers
 */
export async function apiFault(api: string): Promise<string | null> {
  const answer = await fetch(`${api}health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(String);
  if (typeof answer !== 'string' && answer.ok) return null;
  const what = typeof answer === 'string' ? answer : `${answer.status} ${(await answer.text()).slice(0, MOST_SHOWN)}`;
  return `the API does not answer: ${what}
  the functions need Node 24: MiniStack runs them with the node of its PATH (docs/how-to/emulators.md)`;
}

/**
 * Lines for the user after a deployment into an emulator, with the addresses that it really serves.
 */
export function localAnswer(
  of: { readonly endpoint: string; readonly stage: string; readonly region: string },
  outputs: LocalOutputs,
): string[] {
  const { endpoint, stage, region } = of;
  const api = URL.parse(outputs.ApiUrl ?? '')?.hostname.split('.')[0] ?? '';
  const { protocol, port } = new URL(endpoint);
  return [
    '',
    `console    ${protocol}//${api}.execute-api.localhost:${port}/${stage}/   (browsers know *.localhost; LocalStack: …execute-api.localhost.localstack.cloud)`,
    `API        ${localApi(of, outputs)}   (the address in the outputs is not served)`,
    `first key  AWS_ENDPOINT_URL=${endpoint} AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test npm run --silent first-key -- --stage ${stage} --region ${region}`,
  ];
}
