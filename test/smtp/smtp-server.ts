import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from '#test/http/self-signed.ts';

/** An e-mail as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Everything between DATA and the dot. */
  readonly raw: string;
  readonly isEncrypted: boolean;
}

export interface SmtpServerOptions {
  /** Offers STARTTLS with it. @default it does not */
  readonly certificate?: Certificate;
  /** Reply to a recipient. @default 250 */
  readonly recipientReply?: (address: string) => string;
  /** Accepts connections and says nothing. */
  readonly hangs?: boolean;
}

export interface SmtpTestServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** All commands, in clear and in TLS. */
  readonly commands: readonly string[];
  close(): Promise<void>;
}

/** A mail server on loopback (RFC 5321) that keeps what it gets. */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpTestServer> {
  const received: ReceivedMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (options.hangs === true) return;
    socket.write('220 mail.test\r\n');
    converse(socket, { options, received, commands, isEncrypted: false });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    commands,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Talk {
  readonly options: SmtpServerOptions;
  readonly received: ReceivedMail[];
  readonly commands: string[];
  readonly isEncrypted: boolean;
}

function converse(socket: Socket, talk: Talk): void {
  const { certificate, recipientReply = () => '250 ok' } = talk.options;
  let [text, from, to] = ['', '', [] as string[]];
  let isData = false;
  const reply = (line: string): void => void socket.write(`${line}\r\n`);
  const command = (line: string): void => {
    talk.commands.push(line);
    const [verb = ''] = line.toUpperCase().split(' ');
    const address = /<(.*)>/.exec(line)?.[1] ?? '';
    if (verb === 'EHLO') {
      reply('250-mail.test');
      if (certificate !== undefined && !talk.isEncrypted) reply('250-STARTTLS');
      reply('250 AUTH PLAIN');
    } else if (verb === 'STARTTLS' && certificate !== undefined) {
      reply('220 go ahead');
      socket.removeAllListeners('data');
      const secure = new TLSSocket(socket, { isServer: true, ...certificate });
      secure.on('error', () => undefined);
      converse(secure, { ...talk, isEncrypted: true });
    } else if (verb === 'AUTH') reply('235 welcome');
    else if (verb === 'MAIL') {
      from = address;
      reply('250 ok');
    } else if (verb === 'RCPT') {
      const answer = recipientReply(address);
      if (answer.startsWith('2')) to.push(address);
      reply(answer);
    } else if (verb === 'DATA') {
      isData = true;
      reply('354 go ahead');
    } else reply(verb === 'QUIT' ? '221 bye' : '500 unknown');
  };
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n';
      const at = text.indexOf(end);
      if (at < 0) return;
      const part = text.slice(0, at);
      text = text.slice(at + end.length);
      if (!isData) {
        command(part);
        continue;
      }
      talk.received.push({ from, to, raw: part, isEncrypted: talk.isEncrypted });
      [isData, to] = [false, []];
      reply('250 kept');
    }
  });
}
