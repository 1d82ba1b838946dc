import type { Socket } from 'node:net';
import type { Http2Request } from '#test/attack/hostile/raw-http2-server.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';
import type { DnsAnswer } from '#test/http/dns-server.ts';

/** One request as the hostile server got it. */
export interface AttackRequest {
  /** First label of the Host header: the attack that is asked. */
  readonly host: string;
  readonly path: string;
  /** Request line and headers. */
  readonly head: string;
  /** Requests for the same host and path before this one. */
  readonly earlier: number;
}

/** What attacks know of the servers. `*.attack.test` is 127.0.0.1. */
export interface Servers {
  /** `http://<name>.attack.test:<port>`: the hostile server. */
  readonly at: (name: string) => string;
  /** `https://<name>.attack.test:<port>`: the hostile server that speaks HTTP/2 alone. */
  readonly secureAt: (name: string) => string;
  readonly port: number;
  /** `http://127.0.0.1:<port>` of the scene's proxy; null: it has none. */
  readonly proxy: string | null;
  /** Port of a server inside, which nobody may reach. */
  readonly victim: number;
}

/** One attack: what is sent, what must happen. */
export interface Attack {
  /** Unique; the label of its host. */
  readonly id: string;
  readonly sends: string;
  readonly must: string;
  /** @default `/` of the attack's own host */
  readonly seeds?: (servers: Servers) => readonly string[];
  /** Answers what is asked of its host, robots.txt included. @default 404 */
  readonly serve?: (request: AttackRequest, socket: Socket, servers: Servers) => void;
  /**
   * Answers each HEADERS frame to its host at the server of HTTP/2, robots.txt included.
   * @default nothing
   */
  readonly serveHttp2?: (request: Http2Request) => void;
  /**
   * Outcomes by URL, or by path on the attack's own host: `stored`, `skipped(too-large)`,
   * alternatives with `|`.
   */
  readonly expect?: (servers: Servers) => Readonly<Record<string, string>>;
  /** Demands beyond outcomes. @returns what is wrong */
  readonly look?: (result: SceneResult, servers: Servers) => readonly string[] | Promise<readonly string[]>;
  /** Why this cannot be tried at a deployment. @default it can */
  readonly notDeployed?: string;
  /** The measured value, in words. */
  readonly figure?: (result: SceneResult, servers: Servers) => string;
}

/** Attacks that one crawl meets together, each on a separate host. */
export interface Scene {
  readonly name: string;
  /** Part of `npm run test:all`: takes a few seconds at most. */
  readonly quick: boolean;
  /** Flags of `surf crawl` besides the usual. */
  readonly args: readonly string[];
  /**
   * Answers each CONNECT of the crawl, which then goes through this proxy alone; false: it makes
   * the tunnel.
   */
  readonly proxy?: (socket: Socket, head: string, servers: Servers) => boolean;
  readonly environment?: (servers: Servers) => Readonly<Record<string, string>>;
  /** May private addresses be asked? @default true: the hostile server is on loopback */
  readonly allowPrivateNetwork?: boolean;
  /**
   * Addresses of names; undefined: as usual.
   * @param earlier earlier queries of that type for that name
   */
  readonly names?: (name: string, earlier: number) => DnsAnswer | null | undefined;
  /**
   * MB that a single answer may hold: peak memory stays within `capTimes` of it above that of a
   * harmless site of as many pages.
   */
  readonly capMb?: number;
  /** @default 1 */
  readonly pages?: number;
  /** @default 2 */
  readonly capTimes?: number;
  /** No event loop of the attacked process is blocked for longer. @default unlimited */
  readonly mostStalledMs?: number;
  /** It must end within this. @default 60 */
  readonly mostSeconds?: number;
  /** Makes what takes time to make, before the crawl begins. */
  readonly prepare?: () => Promise<void>;
  readonly attacks: readonly Attack[];
}
