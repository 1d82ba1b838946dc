import { once } from 'node:events';
import { createServer, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

/** An address like API Gateway's own: the stage begins every path. */
export interface GatewayAddress {
  /** `http://127.0.0.1:<port>/<stage>/` */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Emulators serve a REST API below another path than AWS does, with a certificate that nobody
 * trusts. This passes requests on as they are, so that clients and browsers see what they would see
 * on AWS.
 *
 * @param target where the emulator serves the stage, with `/` at its end
 */
export async function gatewayAddress(target: string, stage: string): Promise<GatewayAddress> {
  const request = target.startsWith('https:') ? tlsRequest : plainRequest;
  const { host } = new URL(target);
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (path !== `/${stage}` && !path.startsWith(`/${stage}/`)) {
      answer.writeHead(403).end();
      return;
    }
    // Without Accept the emulator would leave bytes in base64; AWS does not where every media type
    // is binary.
    const headers = { accept: '*/*', ...asked.headers, host };
    const [place = '', query] = path.slice(stage.length + 2).split(/\?(.*)/s);
    // It decodes a path that AWS hands over unchanged.
    const encoded = place.replaceAll('%', '%25');
    const passed = request(
      `${target}${encoded}${query === undefined ? '' : `?${query}`}`,
      { method: asked.method, headers, rejectUnauthorized: false },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${place.port}/${stage}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
