import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { signedHeaders } from '#adapters/http/webhook/standard-webhook.ts';
import { createWebhookSender } from '#adapters/http/webhook/webhook-sender.ts';
import type { OutgoingMessage } from '#core/notify/message-sender.ts';

const KEY = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A receiver on loopback; gives its address and what it received. */
async function receiver(answer: (response: ServerResponse) => void): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      answer(response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`, received };
}

const messageTo = (url: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 'msg_1',
  url,
  at: 1_763_700_000_500,
  body: '{"type":"test","é":1}',
  secrets: [`whsec_${KEY}`],
  allowPrivateNetwork: true,
  ...more,
});

describe('signedHeaders', () => {
  it('are those of the specification: its own example', () => {
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/libraries/javascript/src/index.test.ts
    const headers = signedHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_000, body: '{"test": 2432232314}' },
      [`whsec_${KEY}`],
    );

    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(headers['webhook-timestamp']).toBe('1614265330');
  });

  it('have a signature for each secret', () => {
    const { 'webhook-signature': both } = signedHeaders({ id: 'm', at: 1_000, body: 'x' }, [
      'whsec_AAAA',
      'whsec_BBBB',
    ]);
    const of = (key: string) => createHmac('sha256', Buffer.from(key, 'base64')).update('m.1.x').digest('base64');

    expect(both).toBe(`v1,${of('AAAA')} v1,${of('BBBB')}`);
  });
});

describe('a webhook', () => {
  it('is a signed POST request; 2xx is success', async () => {
    const { url, received } = await receiver((response) => response.writeHead(204).end());

    const result = await createWebhookSender()(messageTo(url));

    expect(result).toMatchObject({ status: 204, why: null });
    expect(received[0]?.body).toBe('{"type":"test","é":1}');
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1763700000',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('follows no redirect', async () => {
    const other = await receiver((response) => response.end());
    const { url } = await receiver((response) => response.writeHead(307, { location: other.url }).end());

    const result = await createWebhookSender()(messageTo(url));

    expect(result).toMatchObject({ status: 307, why: expect.stringContaining('redirects are not followed') });
    expect(other.received).toEqual([]);
  });

  it('goes to no private address, by name neither, unless it may', async () => {
    const { url, received } = await receiver((response) => response.end());
    const resolver = async () => ({ addresses: ['127.0.0.1'], ttlSeconds: 60 });
    const send = createWebhookSender({ resolver });
    const named = url.replace('127.0.0.1', 'hook.example');

    const refused = [url, named].map((target) => send(messageTo(target, { allowPrivateNetwork: false })));
    const metadata = send(messageTo('http://169.254.169.254/latest/meta-data/'));

    for (const result of await Promise.all([...refused, metadata]))
      expect(result).toMatchObject({ status: null, why: expect.stringContaining('Surf sends nothing there') });
    expect(received).toEqual([]);
    expect((await send(messageTo(named))).status).toBe(200);
  });

  it('gives up after the time limit, and says so', async () => {
    const { url } = await receiver(() => undefined);

    const result = await createWebhookSender({ limitMs: 200 })(messageTo(url));

    expect(result).toMatchObject({ status: null, why: 'no answer in 0.2 s' });
  });

  it('counts the head of an answer whose body is endless, or breaks off', async () => {
    const endless = await receiver((response) => {
      response.writeHead(200);
      const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), more));
      more();
    });
    const broken = await receiver((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    });
    const send = createWebhookSender();

    expect((await send(messageTo(endless.url))).status).toBe(200);
    expect((await send(messageTo(broken.url))).status).toBe(200);
  });

  it('says why there is no answer', async () => {
    const { url } = await receiver((response) => response.destroy());
    const send = createWebhookSender({ resolver: async () => ({ addresses: [], ttlSeconds: 1 }) });

    expect((await send(messageTo(url))).why).toContain('no answer');
    expect((await send(messageTo('https://nowhere.example/'))).why).toContain('has no address');
  });
});
