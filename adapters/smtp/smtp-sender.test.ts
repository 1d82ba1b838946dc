import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpSender, type SmtpSenderOptions, type SmtpServer } from '#adapters/smtp/smtp-sender.ts';
import type { OutgoingMail } from '#core/notify/message-sender.ts';
import { selfSigned } from '#test/http/self-signed.ts';
import { type SmtpServerOptions, type SmtpTestServer, startSmtpServer } from '#test/smtp/smtp-server.ts';

const MAIL: OutgoingMail = {
  id: 'msg_1',
  at: Date.parse('2026-11-25T07:00:00Z'),
  to: ['anna@example.org', 'bert@example.org'],
  subject: 'Surf: docs has ended',
  text: 'docs has ended',
  html: '<p>docs has ended</p>',
};
const LOGIN = { user: 'surf', password: 'open sesame' };

let server: SmtpTestServer | undefined;
afterEach(async () => await server?.close());

async function sender(
  change: Partial<SmtpServer> = {},
  { options = {}, ...serverOptions }: SmtpServerOptions & { readonly options?: SmtpSenderOptions } = {},
) {
  server = await startSmtpServer(serverOptions);
  const to: SmtpServer = { host: '127.0.0.1', port: server.port, tls: 'none', login: null, from: 'surf@surf.test' };
  return { server, send: createSmtpSender({ ...to, ...change }, options) };
}

describe('an e-mail (S24)', () => {
  it('is HTML with the same as text, from the address of the settings, with one Message-ID at each try', async () => {
    const { server, send } = await sender();
    const results = [await send(MAIL), await send(MAIL)];
    const [first, second] = server.received;

    expect(results).toMatchObject([
      { status: 250, why: null },
      { status: 250, why: null },
    ]);
    expect([first?.from, first?.to]).toEqual(['surf@surf.test', MAIL.to]);
    for (const mail of [first, second]) expect(mail?.raw).toContain('Message-ID: <msg_1@surf.test>\r\n');
    expect(first?.raw).toMatch(/Content-Type: text\/plain[\s\S]*docs has ended[\s\S]*Content-Type: text\/html/);
    expect(first?.raw).toContain('Date: Wed, 25 Nov 2026 07:00:00 +0000\r\n');
    expect(first?.raw).toContain('Auto-Submitted: auto-generated\r\n');
  });

  it('has no header from a subject with line ends', async () => {
    const { server, send } = await sender();
    await send({ ...MAIL, subject: 'x\r\nBcc: eve@example.org\r\n\r\nboo ünïcode' });
    const head = server.received[0]?.raw.split('\r\n\r\n')[0] ?? '';
    const names = head.split('\r\n').flatMap((line) => /^([A-Za-z-]+):/.exec(line)?.[1] ?? []);

    expect(names.toSorted()).toEqual([
      ...['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To'],
    ]);
    expect(server.received[0]?.to).toEqual(MAIL.to);
  });

  it('goes through TLS, and so does the password', async () => {
    const certificate = selfSigned('localhost');
    const { server, send } = await sender(
      { host: 'localhost', tls: 'starttls', login: LOGIN },
      { certificate, options: { ca: certificate.cert } },
    );
    const result = await send(MAIL);
    const verbs = server.commands.map((line) => line.split(' ')[0]);

    expect(result).toMatchObject({ status: 250, why: null });
    expect(server.received[0]?.isEncrypted).toBe(true);
    expect(verbs.indexOf('STARTTLS')).toBeLessThan(verbs.indexOf('AUTH'));
  });

  it('goes nowhere without TLS, or with a certificate that nobody knows', async () => {
    const bare = await sender({ tls: 'starttls', login: LOGIN });
    const refused = await bare.send(MAIL);
    const commands = [...bare.server.commands];
    await bare.server.close();
    const unknown = await sender(
      { host: 'localhost', tls: 'starttls', login: LOGIN },
      { certificate: selfSigned('localhost') },
    );
    const distrusted = await unknown.send(MAIL);

    expect([refused.why, distrusted.why]).toEqual([expect.any(String), expect.stringMatching(/certificate/)]);
    expect([...commands, ...unknown.server.commands].filter((line) => /AUTH|MAIL|DATA/.test(line))).toEqual([]);
  });

  it('says whom the server refuses; it is not a success when that is everybody', async () => {
    const { send } = await sender(
      {},
      { recipientReply: (address) => (address.startsWith('bert') ? '550 no such user' : '250 ok') },
    );
    const partly = await send(MAIL);
    const nobody = await send({ ...MAIL, to: ['bert@example.org'] });

    expect(partly).toMatchObject({ status: 250, why: null, note: 'the mail server refused bert@example.org' });
    expect(nobody).toMatchObject({ status: 550, why: expect.stringContaining('no such user') });
  });

  it('is given up after the time limit, and where nobody listens', async () => {
    const { server, send } = await sender({}, { hangs: true, options: { limitMs: 200 } });
    const hung = await send(MAIL);
    await server.close();
    const closed = await send(MAIL);

    expect(hung).toMatchObject({ status: null, why: 'no answer in 0.2 s' });
    expect(closed).toMatchObject({ status: null, why: expect.stringContaining('ECONNREFUSED') });
  });
});
