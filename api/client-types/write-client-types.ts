import { readFileSync, writeFileSync } from 'node:fs';
import { type ApiDocument, clientTypes } from '#api/client-types/client-types.ts';

/**
 * Writes `api/client/schema.ts`, which git ignores, from `api/openapi.json`: after an installation,
 * before the types are checked, and for `npm run openapi`.
 */
const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as ApiDocument;
writeFileSync(new URL('../client/schema.ts', import.meta.url), clientTypes(document));
