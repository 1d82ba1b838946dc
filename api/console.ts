import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '#api/api-ports.ts';

/** The built console, in memory: it has less than 2 MB. By path below `web/dist`: `index.html`, `assets/index-x.js`. */
export type ConsoleFiles = ReadonlyMap<string, Uint8Array>;

export interface ConsoleOptions {
  /** The path under which browsers see the server: `/`, or a stage's prefix. @default `/` */
  readonly base?: string;
  /** Origin of the sign-in service, which the page may ask besides. @default none */
  readonly issuer?: string;
}

const INDEX = 'index.html';
/** Named by their content (Vite): they never change. */
const HASHED = /^assets\//;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * What the page may do: run and load our files, and ask us. Nothing of the crawl can become a script, whatever else goes wrong.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function consolePolicy(issuer?: string): string {
  const connect = issuer === undefined ? "'self'" : `'self' ${new URL(issuer).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types surf-frame',
  ].join('; ');
}

/**
 * Serves the console: its files, and its page under every other path that is not the API's, because its views have addresses of their own.
 * To be called when all other routes are there.
 */
export function consoleRoutes(app: OpenAPIHono<ApiEnv>, files: ConsoleFiles, options: ConsoleOptions = {}): void {
  const policy = consolePolicy(options.issuer);
  const page = pageOf(files, options.base ?? '/');
  app.get('*', async (c, next) => {
    const path = c.req.path.slice(1);
    if (path === 'v1' || path.startsWith('v1/')) return await next();
    const file = path === INDEX ? undefined : files.get(path);
    if (file === undefined && HASHED.test(path)) return await next();
    c.header('Content-Security-Policy', policy);
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Cache-Control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    const type = file === undefined ? MEDIA_TYPES.html : MEDIA_TYPES[path.split('.').at(-1) ?? ''];
    return c.body(new Uint8Array(file ?? page), 200, { 'Content-Type': type ?? 'application/octet-stream' });
  });
}

/** The page with the path below which its files and views are. */
function pageOf(files: ConsoleFiles, base: string): Uint8Array {
  const text = new TextDecoder().decode(files.get(INDEX));
  return new TextEncoder().encode(text.replace('<base href="/"', `<base href="${escaped(base.replace(/\/*$/, '/'))}"`));
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
