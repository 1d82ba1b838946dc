const ENCODER = new TextEncoder();

/**
 * An owner's name as one part of a path or of a secret's name in AWS Secrets Manager. Lower-case
 * letters, digits, `-`, `_` and `@` stay; every other byte is `=` and two hexadecimal digits. So
 * two owners never share a name, on file systems that ignore case either, and none is `.` or `..`.
 */
export const ownerName = (owner: string): string =>
  [...ENCODER.encode(owner)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[a-z0-9_@-]/.test(letter) ? letter : `=${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
