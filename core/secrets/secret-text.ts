import * as z from 'zod';
import { HEADER_TEXT, MAX_HEADER_CHARACTERS } from '#core/secrets/header-text.ts';
import { Secret } from '#core/secrets/secret.ts';
import type { SecretAnswer } from '#core/secrets/secrets.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';

/** Characters of a stored secret: its value, and the origins that it is bound to. */
export const MAX_SECRET_CHARACTERS = 16_384;

const Bound = z.strictObject({ value: z.string(), origins: z.array(z.string()).min(1).max(100).optional() });

/**
 * Reads the text of a stored secret: the value itself, or JSON
 * `{"value": "…", "origins": ["https://example.org"]}`, which binds it to origins. White space
 * around it does not count. Text that begins with `{` is JSON. Total: never throws, and says
 * nothing of the text.
 */
export function secretOf(text: string): SecretAnswer {
  const trimmed = text.length > MAX_SECRET_CHARACTERS ? '' : text.trim();
  if (!trimmed.startsWith('{')) return checked(trimmed, null);
  const bound = Bound.safeParse(jsonOf(trimmed));
  if (!bound.success) return invalid('it begins with { and is not JSON {"value": "…", "origins": ["https://…"]}');
  const { value, origins } = bound.data;
  if (origins === undefined) return checked(value, null);
  const urls = origins.map((origin) => parseCrawlUrl(origin));
  const known = urls.filter((url) => url !== null);
  if (known.length < urls.length) return invalid('one of its origins is not an address like https://example.org');
  return checked(value, known.map(originOf));
}

function checked(value: string, origins: readonly string[] | null): SecretAnswer {
  if (value === '' || value.length > MAX_HEADER_CHARACTERS || !HEADER_TEXT.test(value)) {
    return invalid(
      `it is not valid in a header: a value is one line of Latin-1 text, 1 to ${MAX_HEADER_CHARACTERS} characters`,
    );
  }
  return { ok: true, secret: new Secret(value, origins) };
}

const invalid = (detail: string): SecretAnswer => ({ ok: false, reason: 'invalid', detail });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // the parser's message quotes the text
  }
}
