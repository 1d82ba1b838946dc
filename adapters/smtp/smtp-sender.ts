import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { printable } from '#core/model/printable.ts';
import { domainOf } from '#core/notify/mail-policy.ts';
import { type MailService, type OutgoingMail, SEND_LIMIT_MS, type SendResult } from '#core/notify/message-sender.ts';

/** The server that takes e-mail, as its operator wrote it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte; `starttls`: nothing goes before it; `none`: in clear. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  /** Null: it takes e-mail without a sign-in. */
  readonly login: { readonly user: string; readonly password: string } | null;
  /** Sender of all e-mail. */
  readonly from: string;
}

export interface SmtpSenderOptions {
  /** @default SEND_LIMIT_MS */
  readonly limitMs?: number;
  /** Trusted certificates. @default those of the system */
  readonly ca?: string;
}

const SENDER_NAME = 'Surf';
const MOST_WHY = 200;
/** Largest reply of the server. */
const MOST_REPLY_BYTES = 64 * 1024;

/** Sends e-mail by SMTP, one connection each: HTML, with the same content as text. */
export function createSmtpSender(server: SmtpServer, options: SmtpSenderOptions = {}): MailService['send'] {
  const { limitMs = SEND_LIMIT_MS } = options;
  return async (mail) => {
    const begun = performance.now();
    const ms = (): number => Math.round(performance.now() - begun);
    const connection = connectionTo(server, limitMs, options.ca);
    let timer: NodeJS.Timeout | undefined;
    try {
      const result = await Promise.race([
        submit(connection, server, mail),
        new Promise<never>((_, reject) => {
          connection.once('error', reject);
          timer = setTimeout(() => reject(new TooLate()), limitMs);
        }),
      ]);
      return { ...result, why: null, ms: ms() };
    } catch (error) {
      return { ...refusalOf(error, limitMs), ms: ms() };
    } finally {
      clearTimeout(timer);
      connection.on('error', () => undefined); // what comes late is of no interest
      connection.close();
    }
  };
}

class TooLate extends Error {}

function connectionTo({ host, port, tls, from }: SmtpServer, limitMs: number, ca?: string): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    name: domainOf(from),
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    dnsTimeout: limitMs,
    maxResponseSize: MOST_REPLY_BYTES,
    socketCloseTimeout: 0,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(ca !== undefined && { ca }) },
  });
}

/** @returns the reply of the server to the whole message, and the recipients that it refused */
async function submit(
  connection: SMTPConnection,
  { login, from }: SmtpServer,
  mail: OutgoingMail,
): Promise<Pick<SendResult, 'status' | 'note'>> {
  const message = await messageOf(mail, from);
  await new Promise<void>((resolve, reject) =>
    connection.connect((error) => (error === undefined ? resolve() : reject(error))),
  );
  if (login !== null)
    await new Promise<void>((resolve, reject) =>
      connection.login({ credentials: { user: login.user, pass: login.password } }, (error) =>
        error === null ? resolve() : reject(error),
      ),
    );
  const { response, rejected } = await new Promise<SMTPConnection.SentMessageInfo>((resolve, reject) =>
    connection.send({ from, to: [...mail.to] }, message, (error, info) =>
      info === undefined ? reject(error) : resolve(info),
    ),
  );
  connection.quit();
  const status = Number.parseInt(response, 10) || null;
  return { status, ...(rejected.length > 0 && { note: shortly(`the mail server refused ${rejected.join(' and ')}`) }) };
}

/** The bytes of an e-mail (RFC 5322, 2045); the library encodes header fields (RFC 2047). */
async function messageOf({ id, at, to, subject, text, html }: OutgoingMail, from: string): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: SENDER_NAME, address: from },
    to: [...to],
    subject,
    text,
    html,
    messageId: `<${id}@${domainOf(from)}>`,
    date: new Date(at),
    headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no holiday notes, please
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await composer.compile().build();
}

function refusalOf(error: unknown, limitMs: number): Pick<SendResult, 'status' | 'why'> {
  if (error instanceof TooLate) return { status: null, why: `no answer in ${limitMs / 1_000} s` };
  const { code, message, responseCode } = error as { code?: string; message: string; responseCode?: number };
  if (responseCode !== undefined) return { status: responseCode, why: shortly(`the mail server: ${message}`) };
  return { status: null, why: shortly(`no e-mail: ${code ?? ''} ${message}`) };
}

const shortly = (text: string): string => printable(text.slice(0, MOST_WHY)).slice(0, MOST_WHY);
