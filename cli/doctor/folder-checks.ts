import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Backend } from '#cli/backend/backend.ts';
import { type Finding, fine, reasonOf, wrong } from '#cli/doctor/finding.ts';
import { bytes, counted } from '#cli/terminal/format.ts';

const GIBI = 1024 ** 3;
const LITTLE_SPACE = GIBI;
const NO_SPACE = GIBI / 10;
/** Clock difference without harm, in ms. */
const CLOCK_MS = 60_000;

/** Checks the data folder: write permission, free space, readable executions, a matching clock. */
export async function folderChecks(data: string, backend: Backend): Promise<Finding[]> {
  const place = existingAbove(resolve(data));
  if (!statSync(place).isDirectory()) {
    const mend = 'give a folder, or a new path: --data DIR';
    return [wrong('data folder', 'fail', { says: `${place} is a file`, mend })];
  }
  try {
    accessSync(place, constants.W_OK);
  } catch {
    const mend = 'name another folder with --data DIR, or get permission to write there';
    return [wrong('data folder', 'fail', { says: `${place} cannot be written`, mend })];
  }
  return [spaceCheck(data, place), ...(await contentChecks(data, backend))];
}

/** The folder itself, or its nearest ancestor that exists. */
const existingAbove = (path: string): string => (existsSync(path) ? path : existingAbove(dirname(path)));

function spaceCheck(data: string, place: string): Finding {
  const { bavail, bsize, blocks } = statfsSync(place);
  if (blocks === 0) {
    const mend = 'name another folder: --data DIR';
    return wrong('disk', 'fail', { says: `${place} is not on a disk: nothing can be kept there`, mend });
  }
  const free = bavail * bsize;
  if (free >= LITTLE_SPACE) return fine('disk', `${bytes(free)} free for ${data}`);
  const state = free < NO_SPACE ? 'fail' : 'warn';
  const mend = 'surf delete ID frees what an execution holds; --data DIR names another disk';
  return wrong('disk', state, { says: `only ${bytes(free)} free for ${data}`, mend });
}

async function contentChecks(data: string, backend: Backend): Promise<Finding[]> {
  try {
    let [count, newest] = [0, 0];
    for await (const { createdAt } of backend.executions()) {
      count += 1;
      newest = Math.max(newest, Date.parse(createdAt));
    }
    return [fine('data folder', `${data} has ${counted(count, 'execution')}`), clockCheck(newest)];
  } catch (error) {
    const mend = `surf ls --data ${data} says more; restore the folder from a copy`;
    return [wrong('data folder', 'fail', { says: `${data} cannot be read: ${reasonOf(error)}`, mend })];
  }
}

function clockCheck(newest: number): Finding {
  const now = new Date();
  const shown = `${now.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  if (newest <= now.getTime() + CLOCK_MS) return fine('clock', shown);
  const says = `it is ${shown} by this machine, and the newest execution was created later`;
  return wrong('clock', 'fail', {
    says,
    mend: 'set the clock of this machine, for example by timedatectl set-ntp true',
  });
}
