import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { removeFolder, temporaryFolder } from '#test/e2e/embedded-crawl.ts';
import { SurfProcess, surf } from '#test/e2e/surf-process.ts';
import { OpenIdProvider } from '#test/identity/open-id-provider.ts';

export interface ServedAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface SendOptions {
  /** Subject of a token, or an API key. */
  readonly as: string | { readonly key: string };
  readonly body?: unknown;
}

/** Scenes are about other limits than that of requests a second. */
const UNHURRIED = { requestsPerSecond: 10_000, burst: 10_000 };

/** A real `surf serve` process with users: `root` is its administrator. */
export class ServedSurf {
  readonly address: string;
  readonly data: string;
  readonly #folder: string;
  readonly #process: SurfProcess;
  readonly #provider: OpenIdProvider;
  readonly #key: JWK;

  private constructor(parts: {
    address: string;
    folder: string;
    process: SurfProcess;
    provider: OpenIdProvider;
    key: JWK;
  }) {
    this.address = parts.address;
    this.#folder = parts.folder;
    this.data = join(parts.folder, 'data');
    this.#process = parts.process;
    this.#provider = parts.provider;
    this.#key = parts.key;
  }

  /** @param flags of `surf serve` besides */
  static start(...flags: readonly string[]): Promise<ServedSurf> {
    return ServedSurf.startIn({}, ...flags);
  }

  /** @param environment of the process, besides this one's */
  static async startIn(
    environment: Readonly<Record<string, string>>,
    ...flags: readonly string[]
  ): Promise<ServedSurf> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: 'scene', alg: 'RS256', use: 'sig' };
    const provider = await OpenIdProvider.start(key);
    const folder = temporaryFolder();
    const roles = join(folder, 'roles.json');
    writeFileSync(roles, JSON.stringify({ standard: UNHURRIED, administrator: UNHURRIED }));
    const identity = ['--issuer', provider.issuer, '--client-id', 'surf', '--administrator', 'root', '--roles', roles];
    const data = ['--data', join(folder, 'data')];
    const process = new SurfProcess(['serve', '--port', '0', '--json', ...data, ...identity, ...flags], environment);
    const { address } = JSON.parse(await process.prints()) as { address: string };
    return new ServedSurf({ address, folder, process, provider, key });
  }

  /** A token of the issuer with these claims besides the usual ones. */
  async token(subject: string, claims: object = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: this.#provider.issuer, aud: 'surf', sub: subject, iat: now, exp: now + 3_600 };
    return await new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'scene' })
      .sign(await importJWK(this.#key, 'RS256'));
  }

  /** @param request `GET /v1/me` */
  async send(request: string, { as, body }: SendOptions): Promise<ServedAnswer> {
    const [method = 'GET', path = '/'] = request.split(' ');
    const who = typeof as === 'string' ? { authorization: `Bearer ${await this.token(as)}` } : { 'x-api-key': as.key };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(new URL(path, this.address), {
      method,
      headers: { ...who, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...json,
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, body: isJson ? JSON.parse(text) : {} };
  }

  /** Runs a command on the data folder. */
  surf(...args: readonly string[]): ReturnType<typeof surf> {
    return surf([...args, '--data', this.data]);
  }

  /** What the server has written to stdout and stderr. */
  get printed(): string {
    return this.#process.stdout + this.#process.stderr;
  }

  async close(): Promise<void> {
    this.#process.signal('SIGTERM');
    await this.#process.ended;
    await this.#provider.stop();
    removeFolder(this.#folder);
  }
}
