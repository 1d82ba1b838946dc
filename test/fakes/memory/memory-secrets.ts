import { secretOf } from '#core/secrets/secret-text.ts';
import type { SecretAnswer, Secrets } from '#core/secrets/secrets.ts';

/** Secrets in memory, `owner/NAME` → text. `asked` lists every call. */
export class MemorySecrets implements Secrets {
  readonly texts: Map<string, string>;
  readonly asked: string[] = [];

  constructor(texts: Readonly<Record<string, string>> = {}) {
    this.texts = new Map(Object.entries(texts));
  }

  async get(owner: string, name: string): Promise<SecretAnswer> {
    this.asked.push(`${owner}/${name}`);
    const text = this.texts.get(`${owner}/${name}`);
    if (text !== undefined) return secretOf(text);
    return { ok: false, reason: 'missing', detail: `this memory has no ${name}` };
  }
}
