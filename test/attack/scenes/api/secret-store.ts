import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { ServedSurf } from '#test/attack/targets/served-surf.ts';
import { hasText, searchFolder } from '#test/e2e/crawls/bytes-in-folder.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';

const CANARY = 'canary-27182818-hush';
const MOST_WAIT_MS = 30_000;
const LOOK_MS = 100;

/** A site that records the headers that it gets, and a server whose users have secrets. */
interface Stage {
  readonly at: ServedSurf;
  readonly seed: string;
  /** Authorization of each request; `''`: none. */
  readonly told: string[];
  /** File of a user's secret. */
  readonly fileOf: (user: string) => string;
}

type Act = (stage: Stage) => Promise<{ seen: string; problems: string[] }>;

const headers = (secretRef: string): object => ({ Authorization: { secretRef } });

async function workflow(stage: Stage, user: string, of: object) {
  const body = { seeds: [stage.seed], politeness: { delaySeconds: 0 }, fetch: { headers: of } };
  return await stage.at.send('POST /v1/workflows', { as: user, body });
}

async function start(stage: Stage, user: string, id: string) {
  return await stage.at.send(`POST /v1/workflows/${id}/executions`, { as: user, body: {} });
}

async function ended({ at }: Stage, id: string): Promise<Record<string, unknown>> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const { body } = await at.send(`GET /v1/executions/${id}`, { as: 'root' });
    if (!/^(?:queued|running|waiting)$/.test(String(body.status)) || waited > MOST_WAIT_MS) return body;
    await sleep(LOOK_MS);
  }
}

/** Everybody who may looks everywhere for the value that a crawl used. */
const stored: Act = async (stage) => {
  const { at, told } = stage;
  const { body: saved } = await workflow(stage, 'anna', headers('TOKEN'));
  const { body: begun } = await start(stage, 'anna', String(saved.id));
  const id = String(begun.execution);
  const end = await ended(stage, id);
  const own = `/v1/executions/${id}`;
  const { body: archive } = await at.send(`GET ${own}/archive`, { as: 'anna' });
  const manifest = String(archive.manifest).split(`executions/${id}/`)[1]?.replaceAll('/', '~');
  const paths = [
    ...['/v1/workflows', `/v1/workflows/${saved.id}`, `/v1/workflows/${saved.id}/versions/1`, '/v1/executions', own],
    ...['workflow', 'events', 'tasks', 'links', 'archive', `archive/${manifest}`].map((name) => `${own}/${name}`),
    ...[`${own}/explain?url=${encodeURIComponent(stage.seed)}`, '/v1/me', '/v1/usage'],
  ];
  const shown: string[] = [];
  for (const as of ['anna', 'root']) {
    for (const path of [...paths, ...(as === 'root' ? ['/v1/audit'] : [])]) {
      const { status, body } = await at.send(`GET ${path}`, { as });
      if (hasText(JSON.stringify(body), CANARY)) shown.push(`${as}: ${path}`);
      if (status >= 500) shown.push(`${path} answers ${status}`);
    }
  }
  const search = searchFolder(at.data, CANARY);
  const marked = searchFolder(at.data, 'Authorization: [secret]').found.length;
  const problems = [
    ...(end.status !== 'succeeded' ? [`the crawl is ${String(end.status)} (${String(end.reason)})`] : []),
    ...(told.every((value) => value === `Bearer ${CANARY}`) && told.length > 0 ? [] : [`the seed got ${told}`]),
    ...shown,
    ...search.found.map((file) => `it is in ${file}`),
    ...(marked === 0 ? ['the search finds no archived request'] : []),
    ...(hasText(at.printed, CANARY) ? ['the server printed it'] : []),
  ];
  const answers = 2 * paths.length + 1;
  return { seen: `${told.length} requests had it; ${answers} answers and ${search.files} files had not`, problems };
};

/** A user guesses names: the operator's variable, another user's file, paths. */
const others: Act = async (stage) => {
  const problems: string[] = [];
  for (const name of ['TOKEN', 'OPERATOR', '../anna/TOKEN', 'anna/TOKEN', '..']) {
    const { status, body } = await workflow(stage, 'bob', headers(name));
    const begun = status === 201 ? await start(stage, 'bob', String(body.id)) : { status, body };
    if (begun.status !== 422) problems.push(`${name}: ${begun.status}`);
    if (hasText(JSON.stringify(begun.body), CANARY)) problems.push(`${name}: the answer shows it`);
  }
  const { body: own } = await workflow(stage, 'anna', headers('TOKEN'));
  const foreign = await start(stage, 'bob', String(own.id));
  const asRoot = await start(stage, 'root', String(own.id));
  if (foreign.status !== 404) problems.push(`another's workflow: ${foreign.status}`);
  if (asRoot.status !== 422) problems.push(`an administrator begins it as himself: ${asRoot.status}`);
  if (stage.told.length > 0) problems.push(`${stage.told.length} requests were sent`);
  return { seen: `7 tries refused, ${stage.told.length} requests`, problems };
};

/** The key of a user was stolen: it refers to the user's secret with a seed of the attacker. */
const elsewhere: Act = async (stage) => {
  const { port } = new URL(stage.seed);
  const bound = JSON.stringify({ value: `Bearer ${CANARY}`, origins: ['https://shop.test'] });
  writeFileSync(stage.fileOf('anna'), bound, { mode: 0o600 });
  const { body: saved } = await workflow(stage, 'anna', headers('TOKEN'));
  const { status, body } = await start(stage, 'anna', String(saved.id));
  const clear = await stage.at.send('POST /v1/workflows', {
    as: 'anna',
    body: { seeds: [`http://shop.test:${port}/`], fetch: { headers: headers('TOKEN') } },
  });
  chmodSync(stage.fileOf('anna'), 0o644);
  const exposed = await start(stage, 'anna', String(saved.id));
  const problems = [
    ...(status === 422 && body.code === 'SECRET_UNUSABLE' ? [] : [`another origin: ${status}`]),
    ...(clear.status === 422 && clear.body.code === 'SECRET_IN_CLEAR' ? [] : [`plain http: ${clear.status}`]),
    ...(exposed.status === 422 && exposed.body.code === 'SECRET_UNUSABLE' ? [] : [`mode 0644: ${exposed.status}`]),
    ...(stage.told.length > 0 ? [`${stage.told.length} requests were sent`] : []),
  ];
  return { seen: `${body.code}, ${clear.body.code}, mode 0644 ${exposed.body.code}; no request`, problems };
};

/** A value where a reference belongs, in every form that the API takes. */
const literal: Act = async (stage) => {
  const forms = [
    ...['Authorization', 'Cookie', 'Proxy-Authorization', 'X-Api-Key', 'x-auth-token'].map((name) => ({
      [name]: CANARY,
    })),
    ...[{ 'X-Any': { value: CANARY, secret: true } }, { Authorization: { value: CANARY } }, CANARY],
    ...[{ Authorization: { secretRef: CANARY } }, { Authorization: { secretRef: 'A', value: CANARY } }],
  ];
  const problems: string[] = [];
  for (const form of forms) {
    const { status, body } = await workflow(stage, 'anna', form as object);
    if (status !== 422) problems.push(`${JSON.stringify(form)}: ${status}`);
    if (hasText(JSON.stringify(body), CANARY)) problems.push(`the problem shows it: ${String(body.title)}`);
  }
  const search = searchFolder(stage.at.data, CANARY);
  problems.push(...search.found.map((file) => `it is in ${file}`));
  return { seen: `${forms.length} forms refused; ${search.files} files without it`, problems };
};

const ACTS: readonly { readonly id: string; readonly sends: string; readonly must: string; readonly act: Act }[] = [
  {
    id: 'secret-stored',
    sends:
      'a crawl with a secret header; then its owner and an administrator read every answer, and every file is searched',
    must: 'the value is in the requests to the seed only: in no answer, row, plan, archive, index or output',
    act: stored,
  },
  {
    id: 'secret-of-others',
    sends: 'a user refers to the operator’s variable, to another user’s file, to paths; starts the other’s workflow',
    must: 'refused; no request is sent',
    act: others,
  },
  {
    id: 'secret-elsewhere',
    sends: 'a stolen key: the secret with a seed of another origin, over plain http, from a file with mode 0644',
    must: 'refused where it is bound, in clear, or exposed; no request is sent',
    act: elsewhere,
  },
  {
    id: 'secret-literal',
    sends: 'a secret’s value instead of a reference, in ten forms',
    must: 'refused; neither the problem nor any file has the value',
    act: literal,
  },
];

/** Attacks on the values of secret headers at `surf serve`. */
export const secretStore: StagedScene = {
  name: 'secrets by reference',
  quick: true,
  attacks: ACTS.map(({ id, sends, must }) => ({ id, sends, must })),
  stage: async () => {
    const outcomes: AttackOutcome[] = [];
    for (const { id, act } of ACTS) outcomes.push({ id, peakMb: Number.NaN, ...(await staged(act)) });
    return outcomes;
  },
};

async function staged(act: Act): Promise<{ seen: string; problems: string[] }> {
  const folder = temporaryFolder();
  const told: string[] = [];
  const fileOf = (user: string): string => join(folder, user, 'TOKEN');
  mkdirSync(join(folder, 'anna'), { mode: 0o700 });
  writeFileSync(fileOf('anna'), `Bearer ${CANARY}\n`, { mode: 0o600 });
  const web = createServer((request, response) => {
    told.push(request.headers.authorization ?? '');
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<a href="/1">1</a><a href="/2">2</a>');
  });
  const port = await listen(web);
  const environment = { SURF_SECRET_OPERATOR: CANARY, SURF_SECRET_TOKEN: CANARY };
  const at = await ServedSurf.startIn(environment, '--secrets', folder, '--allow-private-network');
  try {
    return await act({ at, seed: `http://127.0.0.1:${port}/`, told, fileOf });
  } finally {
    await at.close();
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
    removeFolder(folder);
  }
}

async function listen(web: Server): Promise<number> {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  return (web.address() as AddressInfo).port;
}
