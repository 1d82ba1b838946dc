const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const SCRIPTS = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' });

/** A page for readers whose language no version has. */
const ANY_LANGUAGE = 'x-default';

/**
 * Returns the fault of an `hreflang` code, or null if the code is valid. A valid code is
 * `x-default`, or a language with an optional script and region (`en`, `en-GB`, `zh-Hant-HK`).
 * @see https://www.rfc-editor.org/rfc/rfc5646
 */
export function languageCodeFault(code: string): string | null {
  if (code.toLowerCase() === ANY_LANGUAGE) return null;
  const usual = canonicalCode(code.replaceAll('_', '-'));
  if (usual === null) return 'not a language code';
  const { language, script, region } = new Intl.Locale(usual);
  if (LANGUAGES.of(language) === undefined) return `${language} names no language`;
  if (script !== undefined && SCRIPTS.of(script) === undefined) return `${script} names no script`;
  if (region !== undefined && REGIONS.of(region) === undefined) return `${region} names no region`;
  return usual.toLowerCase() === code.toLowerCase() ? null : `write ${usual}`;
}

/** The code as RFC 5646 writes it, an outdated one replaced by its successor; null: not a code. */
function canonicalCode(code: string): string | null {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? null;
  } catch {
    return null;
  }
}
