import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { ownerName } from '#core/secrets/owner-name.ts';
import type { SecretName } from '#core/secrets/secret-name.ts';
import { MAX_SECRET_CHARACTERS, secretOf } from '#core/secrets/secret-text.ts';
import type { SecretAnswer, Secrets } from '#core/secrets/secrets.ts';

/**
 * Prefix of the variables with secrets of the person at this machine; the secret's name follows.
 */
export const VARIABLE_PREFIX = 'SURF_SECRET_';

export interface LocalSecretsOptions {
  /** `<folder>/<owner>/<NAME>`: a file with mode 0600 holds the secret. Null: there is none. */
  readonly folder: string | null;
  /**
   * Read for the person at this machine only, never for a user of `surf serve`: the variables are
   * the operator's.
   */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** POSIX bits of users other than a file's owner. */
const OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;
const PERMISSIONS = 0o777;

/**
 * Secrets of this machine: variables of the environment, and files of a folder. A file counts as
 * Surf's user alone may read it (mode 0600), it is not a symbolic link, and nobody else may write
 * into its folder: otherwise another user of the machine reads it, or puts a file of theirs in its
 * place. On Windows, which has no such modes, the folder's access list protects it.
 */
export class LocalSecrets implements Secrets {
  readonly #options: LocalSecretsOptions;

  constructor(options: LocalSecretsOptions) {
    this.#options = options;
  }

  async get(owner: string, name: SecretName): Promise<SecretAnswer> {
    const { folder, environment } = this.#options;
    const isLocal = owner === LOCAL_USER;
    const variable = isLocal ? environment[VARIABLE_PREFIX + name] : undefined;
    if (variable !== undefined && variable !== '') return secretOf(variable);
    if (folder === null) return missing(isLocal, name, null);
    const place = `${ownerName(owner)}/${name}`;
    const file = await opened(join(folder, ownerName(owner)), name);
    if (file === 'absent') return missing(isLocal, name, place);
    if (file === 'link') return exposed(`${place} in the secrets folder is a symbolic link; put the file itself there`);
    if (file === 'denied')
      return exposed(`${place} in the secrets folder belongs to another user: Surf may not read it`);
    try {
      return (await refusalOf(file, join(folder, ownerName(owner)), place)) ?? (await contentOf(file, place));
    } finally {
      await file.close();
    }
  }
}

async function opened(folder: string, name: SecretName): Promise<FileHandle | 'absent' | 'link' | 'denied'> {
  try {
    // Not followed where the system can refuse it; a FIFO must not keep the worker waiting.
    return await open(
      join(folder, name),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'EMLINK') return 'link';
    return code === 'EACCES' || code === 'EPERM' ? 'denied' : 'absent';
  }
}

/** Checks the open file, so that nobody can swap the file between the check and the read. */
async function refusalOf(file: FileHandle, folder: string, place: string): Promise<SecretAnswer | null> {
  const [own, above] = [await file.stat(), await folderStat(folder)];
  if (!own.isFile()) return exposed(`${place} in the secrets folder is not a file`);
  if (process.platform === 'win32') return null;
  const user = process.geteuid?.();
  if (own.uid !== user && own.uid !== 0)
    return exposed(`${place} in the secrets folder belongs to another user of the machine`);
  if ((own.mode & OTHERS) !== 0) {
    const mode = (own.mode & PERMISSIONS).toString(8).padStart(4, '0');
    return exposed(`${place} in the secrets folder has mode ${mode}: run chmod 0600 ${place} there`);
  }
  if (above !== null && (above.mode & WRITABLE_BY_OTHERS) === 0) return null;
  return exposed(`others may write into the folder of ${place}: run chmod go-w on it`);
}

async function folderStat(folder: string): Promise<{ readonly mode: number } | null> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    return await handle.stat();
  } finally {
    await handle.close();
  }
}

async function contentOf(file: FileHandle, place: string): Promise<SecretAnswer> {
  const buffer = Buffer.alloc(MAX_SECRET_CHARACTERS + 1);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  if (bytesRead <= MAX_SECRET_CHARACTERS) return secretOf(buffer.toString('utf8', 0, bytesRead));
  return { ok: false, reason: 'invalid', detail: `${place} in the secrets folder is larger than 16 KiB` };
}

const exposed = (detail: string): SecretAnswer => ({ ok: false, reason: 'exposed', detail });

function missing(isLocal: boolean, name: SecretName, place: string | null): SecretAnswer {
  const variable = isLocal ? `set the variable ${VARIABLE_PREFIX}${name}` : null;
  const file =
    place === null
      ? 'begin Surf with --secrets DIR'
      : `put it into the file ${place} of the secrets folder (mode 0600)`;
  const ways = [variable, file].filter((way) => way !== null).join(', or ');
  return { ok: false, reason: 'missing', detail: isLocal ? ways : `the operator of this server has to ${ways}` };
}
