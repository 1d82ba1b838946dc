import { describe, expect, it } from 'vitest';
import { fileFault, folderFault, readOnly } from '#adapters/embedded/files/file-fault.ts';

const failed = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'open' });
const AT = { path: '/data/surf.db', folder: '/data' };

describe('a fault of a file call', () => {
  it.each([
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['EMFILE', 'OPEN_FILES_EXHAUSTED'],
    ['EROFS', 'DATA_FOLDER_READ_ONLY'],
    ['EACCES', 'DATA_FOLDER_READ_ONLY'],
    ['EPERM', 'DATA_FOLDER_READ_ONLY'],
    ['ENOENT', undefined],
  ])('%s is %s', (code, found) => {
    expect(fileFault(failed(code), 'it cannot be written', AT)?.code).toBe(found);
  });

  it('names the path, the reason and a command for it', () => {
    const { message, remedy } = readOnly('/data/objects/a', '/data', failed('EACCES'));

    expect(message).toBe('/data/objects/a cannot be written: this user has no permission (EACCES)');
    expect(remedy).toBe('nothing was changed: sudo chown -R "$(id -un)" /data && chmod -R u+rwX /data');
    expect(readOnly('/data', '/data', failed('EROFS')).remedy).toContain('mount -o remount,rw');
  });

  it('quotes a folder whose name a shell would read otherwise', () => {
    expect(readOnly('/x', "/my data; it's", failed('EACCES')).remedy).toContain(
      `chown -R "$(id -un)" '/my data; it'\\''s' &&`,
    );
  });

  it('of a folder that is not there is DATA_FOLDER_GONE', () => {
    expect(folderFault('/no/such/folder', [], failed('EIO'))?.code).toBe('DATA_FOLDER_GONE');
    expect(folderFault('/', ['/no/such/file'], failed('EIO'))).toBeNull();
  });
});
