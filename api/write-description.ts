import { writeFileSync } from 'node:fs';
import { description } from '#api/description.ts';

/** `npm run openapi`: writes `api/openapi.json` from the schemas. */
writeFileSync(new URL('openapi.json', import.meta.url), description());
