import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SurfError } from '#core/error.ts';
import { MailFile, USUAL_SMTP_PORT } from '#core/notify/mail-file.ts';
import type { MailService, OutgoingMail } from '#core/notify/message-sender.ts';

/**
 * File of the e-mail settings in the data folder. Its operator writes it, no user of a server does.
 */
export const MAIL_FILE = 'mail.json';
/**
 * Variable with the password of the mail server. No workflow can refer to it, because it is not one
 * of the secrets.
 */
const PASSWORD_VARIABLE = 'SURF_SMTP_PASSWORD';
const MOST_BYTES = 64 * 1024;
/** Permission bits (POSIX) of all but a file's owner. */
const OTHERS = 0o077;

/**
 * The mail service of this machine; null if it sends no e-mail.
 * @throws SurfError COMMAND_USAGE if the settings are invalid; it names the fault
 */
export function localMail(data: string, environment: Readonly<Record<string, string | undefined>>): MailService | null {
  const place = resolve(data, MAIL_FILE);
  const text = textOf(place);
  if (text === null) return null;
  const { data: file, error } = MailFile.safeParse(jsonOf(text));
  if (file === undefined) {
    const [issue] = error.issues;
    throw wrong(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { host, tls, port = USUAL_SMTP_PORT[tls], user, from, to } = file;
  if (tls === 'none' && user !== undefined && !/^(?:localhost|127\.0\.0\.1|::1)$/.test(host))
    throw wrong('tls: Surf would send a password to another machine in clear');
  const login = user === undefined ? null : { user, password: passwordOf(file, data, environment) };
  const policy = { from, ...(to !== undefined && { to }) };
  const server = { host, port, tls, login, from };
  return {
    policy,
    async send(mail: OutgoingMail) {
      const { createSmtpSender } = await import('#adapters/smtp/smtp-sender.ts'); // few servers send any
      return await createSmtpSender(server)(mail);
    },
  };
}

function textOf(place: string): string | null {
  try {
    return readFileSync(place, 'utf8').slice(0, MOST_BYTES);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw wrong((error as Error).message);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function passwordOf(
  { passwordFile }: MailFile,
  data: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const variable = environment[PASSWORD_VARIABLE];
  if (variable !== undefined && variable !== '') return variable;
  if (passwordFile === undefined) throw wrong(`user: its password is missing: set ${PASSWORD_VARIABLE}`);
  const place = resolve(data, passwordFile);
  const text = textOf(place);
  if (text === null) throw wrong(`passwordFile: there is no file ${passwordFile}`);
  if (process.platform !== 'win32' && (statSync(place).mode & OTHERS) !== 0)
    throw wrong(`passwordFile: others may read ${passwordFile}: run chmod 0600 on it`);
  return text.trim();
}

const wrong = (what: string): SurfError =>
  new SurfError('COMMAND_USAGE', `${MAIL_FILE}: ${what}`, {
    remedy: 'docs/how-to/notifications.md has the settings of e-mail',
  });
