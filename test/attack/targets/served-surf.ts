import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SurfProcess, surf } from '#test/e2e/process/surf-process.ts';
import { OpenIdProvider } from '#test/identity/open-id-provider.ts';

export interface ServedAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface SendOptions {
  /** Subject of a token, or an API key. */
  readonly as: string | { readonly key: string } | { readonly token: string };
  readonly body?: unknown;
}

/** Scenes are about other limits than that of requests a second. */
const UNHURRIED = { requestsPerSecond: 10_000, burst: 10_000 };

/** An API whose users sign in at an issuer of ours: `root` is its administrator. */
export interface UsersApi {
  /** A token of the issuer with these claims besides the usual ones. */
  token(subject: string, claims?: object): Promise<string>;
  /** @param request `GET /v1/me` */
  send(request: string, options: SendOptions): Promise<ServedAnswer>;
}

/** The issuer of the users of a scene. */
export class SceneIssuer {
  readonly #provider: OpenIdProvider;
  readonly #key: JWK;

  private constructor(provider: OpenIdProvider, key: JWK) {
    this.#provider = provider;
    this.#key = key;
  }

  static async start(): Promise<SceneIssuer> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: 'scene', alg: 'RS256', use: 'sig' };
    return new SceneIssuer(await OpenIdProvider.start(key), key);
  }

  get issuer(): string {
    return this.#provider.issuer;
  }

  async token(subject: string, claims: object = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: this.issuer, aud: 'surf', sub: subject, iat: now, exp: now + 3_600 };
    return await new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'scene' })
      .sign(await importJWK(this.#key, 'RS256'));
  }

  /** Asks an API as a user of the issuer. @param base ends with `/` */
  async send(base: string, request: string, { as, body }: SendOptions): Promise<ServedAnswer> {
    const [method = 'GET', path = '/'] = request.split(' ');
    const bearer = typeof as === 'string' ? await this.token(as) : 'token' in as ? as.token : null;
    const who = typeof as !== 'string' && 'key' in as ? { 'x-api-key': as.key } : { authorization: `Bearer ${bearer}` };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(new URL(path.slice(1), base), {
      method,
      headers: { ...who, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...json,
    });
    const text = await answer.text();
    const isJson = text !== '' && /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, body: isJson ? JSON.parse(text) : {} };
  }

  stop(): Promise<void> {
    return this.#provider.stop();
  }
}

/** A real `surf serve` process with users: `root` is its administrator. */
export class ServedSurf implements UsersApi {
  readonly address: string;
  readonly data: string;
  readonly #folder: string;
  readonly #process: SurfProcess;
  readonly #issuer: SceneIssuer;

  private constructor(parts: { address: string; folder: string; process: SurfProcess; issuer: SceneIssuer }) {
    this.address = parts.address;
    this.#folder = parts.folder;
    this.data = join(parts.folder, 'data');
    this.#process = parts.process;
    this.#issuer = parts.issuer;
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
    const issuer = await SceneIssuer.start();
    const folder = temporaryFolder();
    const roles = join(folder, 'roles.json');
    writeFileSync(roles, JSON.stringify({ standard: UNHURRIED, administrator: UNHURRIED }));
    const identity = ['--issuer', issuer.issuer, '--client-id', 'surf', '--administrator', 'root', '--roles', roles];
    const data = ['--data', join(folder, 'data')];
    const process = new SurfProcess(['serve', '--port', '0', '--json', ...data, ...identity, ...flags], environment);
    const { address } = JSON.parse(await process.prints()) as { address: string };
    return new ServedSurf({ address, folder, process, issuer });
  }

  token(subject: string, claims: object = {}): Promise<string> {
    return this.#issuer.token(subject, claims);
  }

  send(request: string, options: SendOptions): Promise<ServedAnswer> {
    return this.#issuer.send(this.address, request, options);
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
    await this.#issuer.stop();
    removeFolder(this.#folder);
  }
}
