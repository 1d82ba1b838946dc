import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '#api/http/api-ports.ts';

/**
 * The built console in memory, less than 2 MB. Keys are paths below `web/dist`: `index.html`,
 * `assets/index-x.js`.
 */
export type ConsoleFiles = ReadonlyMap<string, Uint8Array>;

export interface ConsoleOptions {
  /** The path under which browsers see the server: `/`, or a stage's prefix. @default `/` */
  readonly base?: string;
  /** The sign-in service, which the page may also call. @default none */
  readonly issuer?: string;
  /**
   * Endpoint from which the sign-in service issues tokens, possibly on another origin. Called when
   * the page is served, until it answers once.
   */
  readonly tokenEndpoint?: () => Promise<string>;
}

const INDEX = 'index.html';
/** Vite names these files by their content: they never change. */
const HASHED = /^assets\//;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Content Security Policy of the page: it may run and load our files, and call our API. No crawled
 * content can become a script, even after another fault.
 *
 * @param signIn addresses of the sign-in service whose origins the page may also call
 * @see https://www.w3.org/TR/CSP3/
 */
export function consolePolicy(signIn: readonly string[]): string {
  const connect = new Set(["'self'", ...signIn.map((address) => new URL(address).origin)]);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${[...connect].join(' ')}`,
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types surf-frame',
  ].join('; ');
}

/**
 * Serves the console: its files, and its page under every other path outside the API, because its
 * views have addresses. Call it after all other routes are registered.
 */
export function consoleRoutes(app: OpenAPIHono<ApiEnv>, files: ConsoleFiles, options: ConsoleOptions = {}): void {
  const policy = policyOf(options);
  const page = pageOf(files, options.base ?? '/');
  app.get('*', async (c, next) => {
    const path = c.req.path.replace(/^\/+/, ''); // an address with a slash at its end, and /v1, is //v1
    if (path === 'v1' || path.startsWith('v1/')) return await next();
    const file = path === INDEX ? undefined : files.get(path);
    if (file === undefined && HASHED.test(path)) return await next();
    c.header('Content-Security-Policy', await policy());
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Cache-Control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    const type = file === undefined ? MEDIA_TYPES.html : MEDIA_TYPES[path.split('.').at(-1) ?? ''];
    return c.body(new Uint8Array(file ?? page), 200, { 'Content-Type': type ?? 'application/octet-stream' });
  });
}

/** If the sign-in service is silent, the page is served anyway; the next page load asks again. */
function policyOf({ issuer, tokenEndpoint }: ConsoleOptions): () => Promise<string> {
  const known = issuer === undefined ? [] : [issuer];
  let endpoint: string | null = null;
  return async () => {
    endpoint ??= (await tokenEndpoint?.().catch(() => null)) ?? null;
    return consolePolicy(endpoint === null ? known : [...known, endpoint]);
  };
}

/** The page with its base path filled in, below which its files and views are. */
function pageOf(files: ConsoleFiles, base: string): Uint8Array {
  const text = new TextDecoder().decode(files.get(INDEX));
  return new TextEncoder().encode(text.replace('<base href="/"', `<base href="${escaped(base.replace(/\/*$/, '/'))}"`));
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
