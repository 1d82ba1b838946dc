import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileFault } from '#adapters/embedded/files/file-fault.ts';
import { makeFolder } from '#adapters/embedded/files/make-folder.ts';
import { SurfError } from '#core/error.ts';
import { type Profile, ProfileFile } from '#core/identity/profile.ts';

/** File mode: only the owner may read, because the file holds keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** `surf/profiles.json` below `XDG_CONFIG_HOME`, by default `~/.config`. */
export function profilePath(environment: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: home = '' } = environment;
  return join(home === '' ? join(homedir(), '.config') : home, 'surf', 'profiles.json');
}

/** The servers that the CLI knows, in a file that Surf replaces atomically. */
export class ProfileStore {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async find(name: string): Promise<Profile | null> {
    return (await this.#read()).profiles[name] ?? null;
  }

  /** The profile of an address; null if nobody has signed in there. */
  async ofAddress(api: string): Promise<{ readonly name: string; readonly profile: Profile } | null> {
    const { profiles } = await this.#read();
    const found = Object.entries(profiles).find(([, profile]) => profile.api === api);
    return found === undefined ? null : { name: found[0], profile: found[1] };
  }

  async names(): Promise<string[]> {
    return Object.keys((await this.#read()).profiles);
  }

  async save(name: string, profile: Profile): Promise<void> {
    const { profiles } = await this.#read();
    await this.#write({ v: 1, profiles: { ...profiles, [name]: profile } });
  }

  /** @returns false if there was no such profile */
  async remove(name: string): Promise<boolean> {
    const { [name]: removed, ...profiles } = (await this.#read()).profiles;
    if (removed === undefined) return false;
    await this.#write({ v: 1, profiles });
    return true;
  }

  async #read(): Promise<ProfileFile> {
    try {
      return ProfileFile.parse(JSON.parse(await readFile(this.path, 'utf8')));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { v: 1, profiles: {} };
      throw new SurfError('PROFILE_UNREADABLE', `${this.path} is not a file of profiles, or cannot be read`, {
        remedy: 'check its permissions, or delete it and run surf login again',
        cause,
      });
    }
  }

  async #write(file: ProfileFile): Promise<void> {
    const unfinished = `${this.path}.${randomBytes(6).toString('hex')}`;
    try {
      makeFolder(dirname(this.path), FOLDER_MODE);
      await writeFile(unfinished, `${JSON.stringify(file, null, 2)}\n`, { mode: FILE_MODE, flag: 'wx' });
      await chmod(unfinished, FILE_MODE); // for any umask
      await rename(unfinished, this.path);
    } catch (error) {
      const at = { path: this.path, folder: dirname(this.path) };
      throw fileFault(error, `${this.path} cannot be written`, at) ?? error;
    } finally {
      await rm(unfinished, { force: true }).catch(() => undefined); // what could not be made
    }
  }
}
