import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { measured } from '#test/attack/preloads/measured.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { ServedSurf, type UsersApi } from '#test/attack/targets/served-surf.ts';
import { startRawServer } from '#test/http/raw-server.ts';

const HOUR_MS = 3_600_000;
const MOST_WAIT_MS = 30_000;
const LOOK_MS = 100;
const AT_ONCE = 2;
const RIVALS = 4;

type Key = { readonly id: string; readonly key: string };
type Act = (at: UsersApi) => Promise<{ seen: string; problems: string[] }>;

/** A server believes a key, and what a user may, for two seconds after it was read. */
const BELIEVED_MS = 2_100;

const inAnHour = (): string => new Date(Date.now() + HOUR_MS).toISOString();

async function keyOf(at: UsersApi, as: Parameters<UsersApi['send']>[1]['as'], body: object): Promise<Key> {
  const { body: made } = await at.send('POST /v1/keys', { as, body: { name: 'scene', ...body } });
  return made as unknown as Key;
}

/** A key that ends makes one without end, and one that ends later. */
const endless: Act = async (at) => {
  const short = await keyOf(at, 'anna', { expiresAt: inAnHour() });
  const later = new Date(Date.now() + 2 * HOUR_MS).toISOString();
  const child = await at.send('POST /v1/keys', { as: { key: short.key }, body: { name: 'endless' } });
  const longer = await at.send('POST /v1/keys', { as: { key: short.key }, body: { name: 'later', expiresAt: later } });
  const problems = [
    ...(child.body.expiresAt === null ? ['a key that ends made one without end'] : []),
    ...(longer.status !== 403 ? [`a key that ends later: ${longer.status}`] : []),
  ];
  return { seen: `the child ends with its parent; later: ${longer.status}`, problems };
};

/** Three generations of a stolen key live on after it is revoked. */
const stolen: Act = async (at) => {
  const root = await keyOf(at, 'anna', {});
  const child = await keyOf(at, { key: root.key }, {});
  const grandchild = await keyOf(at, { key: child.key }, {});
  const { body } = await at.send(`GET /v1/keys/${root.id}`, { as: 'anna' });
  const listed = (body.made as { id: string }[]).map(({ id }) => id).toSorted();
  await at.send(`DELETE /v1/keys/${root.id}`, { as: 'anna' });
  await sleep(BELIEVED_MS);
  const statuses = [];
  for (const { key } of [root, child, grandchild]) statuses.push((await at.send('GET /v1/me', { as: { key } })).status);
  const { body: kept } = await at.send(`GET /v1/keys/${grandchild.id}`, { as: 'anna' });
  const expected = [child.id, grandchild.id].toSorted();
  const problems = [
    ...(statuses.some((status) => status !== 401) ? [`answers after the revocation: ${statuses.join(', ')}`] : []),
    ...(listed.join() !== expected.join() ? ['its descendants were not listed before'] : []),
    ...(kept.revokedAt === null ? ['a descendant is shown as living'] : []),
  ];
  return { seen: `3 generations: ${statuses.join(', ')}`, problems };
};

/** A standard key revokes its owner's administrator key, a child its parent. */
const weaker: Act = async (at) => {
  const strong = await keyOf(at, 'root', {});
  const weak = await keyOf(at, 'root', { role: 'standard' });
  const parent = await keyOf(at, 'anna', {});
  const child = await keyOf(at, { key: parent.key }, {});
  const up = await at.send(`DELETE /v1/keys/${strong.id}`, { as: { key: weak.key } });
  const back = await at.send(`DELETE /v1/keys/${parent.id}`, { as: { key: child.key } });
  const strongStill = await at.send('GET /v1/me', { as: { key: strong.key } });
  const own = await at.send(`DELETE /v1/keys/${child.id}`, { as: { key: child.key } });
  const problems = [
    ...(up.status !== 403 || strongStill.status !== 200 ? [`the administrator key: ${up.status}`] : []),
    ...(back.status !== 403 ? [`its parent: ${back.status}`] : []),
    ...(own.status !== 204 ? [`itself: ${own.status}`] : []),
  ];
  return { seen: `stronger ${up.status}, parent ${back.status}, itself ${own.status}`, problems };
};

/** Tokens of another time, and an address that nobody verified. */
const tokens: Act = async (at) => {
  const now = Math.floor(Date.now() / 1_000);
  const status = async (claims: object): Promise<number> => {
    const token = await at.token('carla', claims);
    return (await at.send('GET /v1/me', { as: { token } })).status;
  };
  const ahead = await status({ iat: now + 600, exp: now + 4_000 });
  const skewed = await status({ iat: now + 40, email: 'boss@example.org', email_verified: false });
  const text = await status({ iat: 'now' });
  const { body } = await at.send('GET /v1/me', { as: 'carla' });
  const problems = [
    ...(ahead !== 401 ? [`issued in ten minutes: ${ahead}`] : []),
    ...(skewed !== 200 ? [`issued in 40 s: ${skewed}`] : []),
    ...(text !== 401 ? [`iat that is not a number: ${text}`] : []),
    ...(body.email !== null ? [`shown as ${String(body.email)}`] : []),
  ];
  return { seen: `ahead ${ahead}, 40 s of skew ${skewed}, no number ${text}; no e-mail shown`, problems };
};

const workflowOf = (port: number, more: object = {}) => ({
  name: 'inside',
  seeds: [`http://127.0.0.1:${port}/`],
  politeness: { delaySeconds: 0 },
  retry: { attempts: 1 },
  ...more,
});

async function started(at: UsersApi, workflow: object, settings?: object): Promise<string> {
  const saved = await at.send('POST /v1/workflows', { as: 'anna', body: workflow });
  const path = `POST /v1/workflows/${String(saved.body.id)}/executions`;
  const { status, body } = await at.send(path, { as: 'anna', body: settings === undefined ? {} : { settings } });
  if (status !== 201) throw new Error(`the execution was not started: ${status} ${JSON.stringify(body)}`);
  return String(body.execution);
}

const read = async (at: UsersApi, id: string): Promise<Record<string, unknown>> =>
  (await at.send(`GET /v1/executions/${id}`, { as: 'anna' })).body;

/** Looks until the execution is as wanted. @returns its status then */
async function until(at: UsersApi, id: string, wanted: (status: string) => boolean): Promise<string> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const status = String((await read(at, id)).status);
    if (wanted(status) || waited >= MOST_WAIT_MS) return status;
    await sleep(LOOK_MS);
  }
}

const isOver = (status: string): boolean => !['queued', 'running', 'waiting'].includes(status);
const act = (at: UsersApi, id: string, body: object) =>
  at.send(`POST /v1/executions/${id}/actions`, { as: 'anna', body });
/** Gives Anna these rights, and waits until the server believes it. */
async function give(at: UsersApi, rights: object): Promise<void> {
  await at.send('PUT /v1/users/anna', { as: 'root', body: { role: 'standard', rights } });
  await sleep(BELIEVED_MS);
}

/** Pages of a server inside, each with a link to the next. */
const startInside = () =>
  startRawServer((socket, head) => {
    const path = head.split(' ')[1] ?? '/';
    const body = `<a href=/${Number(path.slice(1)) + 1}>next</a>`;
    const status = path === '/robots.txt' ? '404 Not Found' : '200 OK';
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });

/** Rights are taken back: of a crawl that runs, and of one that is to continue. */
const withdrawn: Act = async (at) => {
  const inside = await startInside();
  try {
    await give(at, { ignoreRobots: false, allowPrivateNetwork: true });
    const open = { allowPrivateNetwork: true, connectTo: [] };
    const limited = await started(at, workflowOf(inside.port, { limits: { pages: 3 } }), open);
    await until(at, limited, isOver);
    const endless = await started(
      at,
      workflowOf(inside.port, { limits: { pages: 9_000, depth: 20 }, politeness: { delaySeconds: 0.3 } }),
      open,
    );
    await until(at, endless, (status) => status === 'running');
    await give(at, { ignoreRobots: false, allowPrivateNetwork: false });
    const end = await until(at, endless, isOver);
    const { reason } = await read(at, endless);
    const before = inside.received.length;
    const goOn = await act(at, limited, { action: 'continue', limits: { pages: 9 } });
    const resume = await act(at, endless, { action: 'resume' });
    await sleep(10 * LOOK_MS);
    const asked = inside.received.length - before;
    const problems = [
      ...(end !== 'paused' || reason !== 'allowPrivateNetwork-withdrawn'
        ? [`the crawl is ${end} (${String(reason)})`]
        : []),
      ...(goOn.status !== 403 || resume.status !== 403 ? [`continue ${goOn.status}, resume ${resume.status}`] : []),
      ...(asked > 0 ? [`${asked} requests to a private address`] : []),
    ];
    return {
      seen: `paused (${String(reason)}); continue ${goOn.status}, resume ${resume.status}; 0 requests`,
      problems,
    };
  } finally {
    await inside.close();
  }
};

/** Four paused executions are resumed at one instant. */
const atOnce: Act = async (at) => {
  const inside = await startInside();
  try {
    await give(at, { ignoreRobots: false, allowPrivateNetwork: true });
    const open = { allowPrivateNetwork: true, connectTo: [] };
    const workflow = workflowOf(inside.port, { limits: { depth: 20, pages: 9_000 }, politeness: { delaySeconds: 5 } });
    const ids: string[] = [];
    for (let n = 0; n < RIVALS; n += 1) {
      const id = await started(at, workflow, open);
      ids.push(id);
      await until(at, id, (status) => status !== 'queued');
      await act(at, id, { action: 'pause' });
      await until(at, id, (status) => status === 'paused');
    }
    const answers = await Promise.all(ids.map((id) => act(at, id, { action: 'resume' })));
    const taken = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ status, body }) => status === 429 && body.code === 'EXECUTIONS_AT_ONCE').length;
    for (const id of ids) await act(at, id, { action: 'stop' });
    for (const id of ids) await until(at, id, isOver);
    const again = await act(at, ids[0] ?? '', { action: 'continue' });
    const problems = [
      ...(taken !== AT_ONCE || refused !== RIVALS - AT_ONCE ? [`${taken} run, ${refused} are refused`] : []),
      ...(again.status !== 200 ? [`no place is free after all have ended: ${again.status}`] : []),
    ];
    return { seen: `${taken} run, ${refused} are refused; free again after their end`, problems };
  } finally {
    await inside.close();
  }
};

const ACTS: readonly (readonly [id: string, sends: string, must: string, act: Act])[] = [
  [
    'key-endless',
    'a key that expires creates a key without an expiry, and a key with a later expiry',
    'the key without an expiry expires with its parent; Surf refuses the later expiry',
    endless,
  ],
  [
    'key-descendants',
    'a stolen key makes keys, which make keys, and is revoked',
    'all generations are listed before, and refused after',
    stolen,
  ],
  [
    'key-weaker',
    'a standard key revokes its owner’s administrator key, a key the one it was made with',
    'refused; a key revokes itself',
    weaker,
  ],
  [
    'token-times',
    'tokens issued in the future, an iat that is not a number, an e-mail that nobody verified',
    '401; 60 s of skew pass; no e-mail is shown',
    tokens,
  ],
  [
    'right-withdrawn',
    'the right to private networks is taken back; the crawl runs, is continued, resumed',
    'it pauses with that reason; refused; no request',
    withdrawn,
  ],
  [
    'resumed-at-once',
    'four executions resumed at one instant, where two may run',
    'two run, two are refused; places are free after the end',
    atOnce,
  ],
];

/** Rights, keys and places, by users of one `surf serve`. */
export const rights: StagedScene = {
  name: 'rights and keys',
  quick: false,
  attacks: ACTS.map(([id, sends, must]) => ({ id, sends, must })),
  async stage() {
    const { result, figure } = await measured(async () => {
      const at = await ServedSurf.start();
      try {
        return await acted(at);
      } finally {
        await at.close();
      }
    });
    return result.map((outcome) => ({ ...outcome, seen: `${outcome.seen}; ${figure}` }));
  },
  stageDeployed: (at) => acted(at),
};

async function acted(at: UsersApi): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const [id, , , run] of ACTS) {
    const { seen, problems } = await run(at);
    outcomes.push({ id, seen, problems, peakMb: Number.NaN });
  }
  return outcomes;
}
