import { type Pathology, page } from '#test/site/pathology.ts';

interface Wall {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** As each service sends it, cut short. */
const WALLS: Readonly<Record<string, Wall>> = {
  cloudflare: {
    status: 403,
    headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' },
    body: '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><a href="/bot-wall/never">x</a></body></html>',
  },
  aws: { status: 202, headers: { 'x-amzn-waf-action': 'challenge' }, body: '' },
  datadome: { status: 403, headers: { 'x-datadome': 'protected' }, body: '<script>var dd={}</script>' },
  imperva: {
    status: 200,
    headers: {},
    body: '<html><iframe src="/_Incapsula_Resource?SWUDNSAI=31&incident_id=49-1">Request unsuccessful.</iframe></html>',
  },
  perimeterx: { status: 403, headers: {}, body: '<div id="px-captcha"></div>' },
  akamai: {
    status: 403,
    headers: { server: 'AkamaiGHost' },
    body: '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY>Reference&#32;&#35;18&#46;5ff01060</BODY></HTML>',
  },
};

/** Names of the walls. */
export const BOT_WALLS: readonly string[] = Object.keys(WALLS);

/** `/bot-wall/<service>`: its challenge instead of a page. */
export const botWall: Pathology = {
  name: 'bot-wall',
  about: 'The page of a service that keeps machines out: failed(blocked), and its host gets no request for a while.',
  examples: {},
  // a circuit that opens would hold up all other examples of the host
  endless: BOT_WALLS.map((name) => `/bot-wall/${name}`),
  handle: (exchange) => {
    const wall = WALLS[exchange.part(1)];
    if (wall === undefined) exchange.html(page('behind the wall'));
    else exchange.html(wall.body, wall.status, wall.headers);
  },
};
