import { fileURLToPath } from 'node:url';
import { codeIn } from '../constructs/functions/function-code.ts';

/** The functions that `npm run pack` put into the package. */
export const PACKED_CODE = codeIn(fileURLToPath(new URL('../../functions/', import.meta.url)));
