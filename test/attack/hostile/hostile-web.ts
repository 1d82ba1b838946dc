import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene, Servers } from '#test/attack/attack.ts';
import { notFound, startHostileServer } from '#test/attack/hostile/hostile-server.ts';
import { startRawHttp2Server } from '#test/attack/hostile/raw-http2-server.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';
import { startConnectProxy } from '#test/http/connect-proxy.ts';
import { type DnsAnswer, type DnsServer, startDnsServer } from '#test/http/dns-server.ts';
import { startRawServer } from '#test/http/raw-server.ts';
import { type Certificate, selfSigned } from '#test/http/self-signed.ts';

const ZONE = '.attack.test';
/** `ID-n12`: one of many hosts of an attack. */
const NUMBERED = /-n\d+$/;

/** The servers that a scene's crawl meets, and what they saw. */
export interface HostileWeb {
  readonly servers: Servers;
  /** For the process that crawls: where names are asked, and whose certificate it trusts. */
  readonly environment: Readonly<Record<string, string>>;
  readonly seen: Pick<SceneResult, 'requests' | 'reachedInside' | 'namesAsked'>;
  close(): Promise<void>;
}

/**
 * What scenes share whose crawls have the same processes: these believe one DNS server and one
 * authority from their beginning.
 */
export interface SharedZone {
  readonly dns: Pick<DnsServer, 'address' | 'asked'>;
  readonly certificate: Certificate;
}

/**
 * What the zone answers; null: there is no such name.
 * @param special what the scenes have for the name
 */
export function zoneAnswer(name: string, special: DnsAnswer | null | undefined): DnsAnswer | null {
  if (special !== undefined) return special;
  return name.endsWith(ZONE) ? { addresses: ['127.0.0.1'], ttlSeconds: 60 } : null;
}

export const zoneCertificate = (): Certificate => selfSigned(`*${ZONE}`);

/**
 * @param folder for the certificate; it is there
 * @param shared
 * @default a zone for this scene alone
 */
export async function startHostileWeb(scene: Scene, folder: string, shared?: SharedZone): Promise<HostileWeb> {
  const byHost = new Map(scene.attacks.map((attack) => [attack.id, attack]));
  const attackOf = (host: string) => byHost.get(host.replace(NUMBERED, ''));
  const inside = await startRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret'));
  const server = await startHostileServer((request, socket) => {
    const serve = attackOf(request.host)?.serve;
    if (serve === undefined) notFound(socket);
    else serve(request, socket, servers);
  });
  const certificate = shared?.certificate ?? zoneCertificate();
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, certificate.cert);
  const http2 = await startRawHttp2Server(certificate, (request) => attackOf(request.host)?.serveHttp2?.(request));
  const own =
    shared === undefined
      ? await startDnsServer((name, earlier) => zoneAnswer(name, scene.names?.(name, earlier)))
      : undefined;
  const { dns } = shared ?? { dns: own as DnsServer };
  const { port } = server;
  const { proxy: answer } = scene;
  const proxy =
    answer === undefined ? null : await startConnectProxy({ answer: (socket, head) => answer(socket, head, servers) });
  const servers: Servers = {
    port,
    proxy: proxy?.url ?? null,
    victim: inside.port,
    at: (name) => `http://${name}${ZONE}:${port}`,
    secureAt: (name) => `https://${name}${ZONE}:${http2.port}`,
  };
  const environment = { ATTACK_DNS: dns.address, NODE_EXTRA_CA_CERTS: authority, ...scene.environment?.(servers) };
  return {
    servers,
    environment,
    seen: { requests: server.requests, reachedInside: inside.received, namesAsked: dns.asked },
    close: async () => {
      await Promise.all([proxy?.close(), server.close(), inside.close(), own?.close(), http2.close()]);
    },
  };
}
