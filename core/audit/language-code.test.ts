import { expect, it } from 'vitest';
import { languageCodeFault } from '#core/audit/language-code.ts';

it.each(['en', 'EN', 'en-GB', 'en-gb', 'zh-Hant', 'zh-hant-hk', 'pt-br', 'es-419', 'fil', 'x-default', 'X-Default'])(
  '%s is a code of a language version',
  (code) => {
    expect(languageCodeFault(code)).toBeNull();
  },
);

it.each([
  ['en-UK', 'write en-GB'],
  ['en_us', 'write en-US'],
  ['iw', 'write he'],
  ['eng', 'write en'],
  ['jp', 'jp names no language'],
  ['en-xyzw', 'Xyzw names no script'],
  ['en-qy', 'QY names no region'],
  ['english', 'english names no language'],
  ['', 'not a language code'],
  ['gb en', 'not a language code'],
  ['*', 'not a language code'],
  ['en-', 'not a language code'],
])('%j is none: %s', (code, fault) => {
  expect(languageCodeFault(code)).toBe(fault);
});
