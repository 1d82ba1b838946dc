import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localMail } from '#compose/local-mail.ts';
import { startSmtpServer } from '#test/smtp/smtp-server.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'surf-mail-'));
});
afterEach(() => rmSync(data, { recursive: true }));

const write = (settings: unknown): void => writeFileSync(join(data, 'mail.json'), JSON.stringify(settings));
const SERVER = { host: '127.0.0.1', from: 'surf@example.org' };
const passwordOf = (commands: readonly string[]): string =>
  Buffer.from(commands.find((line) => line.startsWith('AUTH'))?.split(' ')[2] ?? '', 'base64').toString();

describe('settings of e-mail in the data folder', () => {
  it('are none without the file', () => {
    expect(localMail(data, {})).toBe(null);
  });

  it('name server, sender and recipients; the password is a variable, or a file for its owner alone', async () => {
    const server = await startSmtpServer();
    const settings = { ...SERVER, port: server.port, tls: 'none', user: 'surf', passwordFile: 'pw' };
    write({ ...settings, to: ['example.org', 'eve@example.net'] });
    writeFileSync(join(data, 'pw'), 'from-file\n', { mode: 0o600 });
    const mail = { id: 'm', at: 0, to: ['a@example.org'], subject: 's', text: 't', html: 'h' };
    await localMail(data, {})?.send(mail);
    const fromFile = passwordOf(server.commands);
    const other = await startSmtpServer();
    write({ ...settings, port: other.port });
    await localMail(data, { SURF_SMTP_PASSWORD: 'from-variable' })?.send(mail);
    await Promise.all([server.close(), other.close()]);

    expect([fromFile, passwordOf(other.commands)]).toEqual(['\0surf\0from-file', '\0surf\0from-variable']);
  });

  it('are refused, and the error names the fault', () => {
    writeFileSync(join(data, 'open'), 'x');
    chmodSync(join(data, 'open'), 0o644);
    const why = [
      null,
      { from: 'surf@example.org' },
      { ...SERVER, from: 'nobody' },
      { ...SERVER, to: ['exam ple'] },
      { ...SERVER, password: 'in clear' },
      { ...SERVER, user: 'surf' },
      { ...SERVER, user: 'surf', passwordFile: 'missing' },
      { ...SERVER, user: 'surf', passwordFile: 'open' },
      { ...SERVER, host: 'mail.example.org', tls: 'none', user: 'surf' },
    ].map((settings) => {
      write(settings);
      try {
        return localMail(data, {});
      } catch (error) {
        return (error as Error).message;
      }
    });

    expect(why).toEqual([
      ...[expect.stringMatching(/^mail\.json: : /), expect.stringMatching(/host/), expect.stringMatching(/from/)],
      ...[expect.stringMatching(/to\.0/), expect.stringMatching(/password/), expect.stringMatching(/SURF_SMTP_PASS/)],
      ...[
        expect.stringMatching(/no file missing/),
        expect.stringMatching(/chmod 0600/),
        expect.stringMatching(/clear/),
      ],
    ]);
  });
});
