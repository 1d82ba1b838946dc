import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene, Servers } from '#test/attack/attack.ts';
import { notFound, startHostileServer } from '#test/attack/hostile-server.ts';
import { startRawHttp2Server } from '#test/attack/raw-http2-server.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';
import { startDnsServer } from '#test/http/dns-server.ts';
import { startRawServer } from '#test/http/raw-server.ts';
import { selfSigned } from '#test/http/self-signed.ts';

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

/** @param folder for the certificate; it is there */
export async function startHostileWeb(scene: Scene, folder: string): Promise<HostileWeb> {
  const byHost = new Map(scene.attacks.map((attack) => [attack.id, attack]));
  const attackOf = (host: string) => byHost.get(host.replace(NUMBERED, ''));
  const inside = await startRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret'));
  const server = await startHostileServer((request, socket) => {
    const serve = attackOf(request.host)?.serve;
    if (serve === undefined) notFound(socket);
    else serve(request, socket, servers);
  });
  const certificate = selfSigned(`*${ZONE}`);
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, certificate.cert);
  const http2 = await startRawHttp2Server(certificate, (request) => attackOf(request.host)?.serveHttp2?.(request));
  const dns = await startDnsServer((name, earlier) => {
    const special = scene.names?.(name, earlier);
    if (special !== undefined) return special;
    return name.endsWith(ZONE) ? { addresses: ['127.0.0.1'], ttlSeconds: 60 } : null;
  });
  const { port } = server;
  const servers: Servers = {
    port,
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
      await Promise.all([server.close(), inside.close(), dns.close(), http2.close()]);
    },
  };
}
