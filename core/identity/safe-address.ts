/**
 * Names of this machine for itself, as `URL` has them; browsers resolve no other name to what they
 * may keep.
 */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** May keys and tokens be sent there? https, or http on this machine. */
export const isSafeAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK_NAMES.has(hostname));
