import dns from 'node:dns';
import { existsSync } from 'node:fs';
import { isIP, type LookupFunction, Socket } from 'node:net';

/**
 * Loaded into each thread of a crawling process. Our server resolves its names; while the file
 * OUTAGE_FILE is there, its connections have no route, as on a laptop without a network.
 */
const { OUTAGE_DNS = '', OUTAGE_FILE = '' } = process.env;
dns.setServers([OUTAGE_DNS]);

interface Target {
  host?: string;
  lookup?: LookupFunction;
}

const prototype = Socket.prototype as unknown as { connect: (this: Socket, ...args: unknown[]) => Socket };
const { connect } = prototype;
const noRoute = (): Error =>
  Object.assign(new Error('connect ENETUNREACH'), { code: 'ENETUNREACH', syscall: 'connect' });

/** A name that no server tells fails as such, before there is a connection. */
const thenNoRoute =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, callback) =>
    lookup(name, options, (error) => callback(error ?? noRoute(), ''));

prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  if (!existsSync(OUTAGE_FILE)) return connect.apply(this, args);
  const [first] = args;
  const target = (Array.isArray(first) ? first[0] : first) as Target;
  if (target.lookup !== undefined && isIP(target.host ?? '') === 0) {
    target.lookup = thenNoRoute(target.lookup);
    return connect.apply(this, args);
  }
  process.nextTick(() => this.destroy(noRoute()));
  return this;
};
