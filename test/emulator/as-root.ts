/** The emulator takes this key for its root user, with any signature. */
export const asRoot = (service: string): string =>
  `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;

/** Asks a service that takes forms, as the root user. @returns its XML */
export async function askedByForm(
  endpoint: string,
  of: { readonly service: string; readonly version: string; readonly parameters: Readonly<Record<string, string>> },
): Promise<string> {
  const answer = await fetch(`${endpoint}/`, {
    method: 'POST',
    headers: { authorization: asRoot(of.service), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...of.parameters, Version: of.version }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${of.parameters.Action}: ${text.slice(0, 300)}`);
  return text;
}
