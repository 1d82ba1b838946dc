import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type ApiDocument, clientTypes } from '#api/client-types/client-types.ts';

/**
 * Writes `api/client/schema.ts`, which git ignores, from `api/openapi.json`: after an installation,
 * before the types are checked, and for `npm run openapi`. A file that has these types stays as it
 * is: what reads it meanwhile finds it whole, and a console that was built of it is not stale.
 */
const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as ApiDocument;
const file = new URL('../client/schema.ts', import.meta.url);
const types = clientTypes(document);
if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types);
