import { SurfError } from '#core/error.ts';

/** The oldest Node with all that Surf uses; `engines` of the packages has it, too. */
const NEEDED = [22, 19] as const;

/**
 * npm only warns of a Node that is too old for a package.
 * @param version as `process.versions.node` has it
 * @throws SurfError NODE_TOO_OLD
 */
export function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  const remedy = 'install Node 24 and run the program with it; node --version says which one runs';
  throw new SurfError('NODE_TOO_OLD', `surf-crawler needs Node ${NEEDED.join('.')} or newer; this is ${version}`, {
    remedy,
  });
}
