import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { AttackedDeployment, DeploymentUser } from '#test/attack/targets/attacked-deployment.ts';
import { type ApiAttack, type AttackedApi, crawledBy, type JsonAnswer } from '#test/attack/targets/attacked-server.ts';

const AT_ONCE = 8;
const PAUSE_MS = 100;
/** Of the integration of API Gateway: later answers never arrive. */
const MOST_MS = 29_000;
let attackers = 0;

/** The API of a deployment, as one of its users. */
export class DeployedApiUser implements AttackedApi {
  readonly headers: Readonly<Record<string, string>>;
  readonly atOnce = AT_ONCE;
  readonly #base: string;

  constructor(at: AttackedDeployment, { key }: DeploymentUser) {
    this.#base = at.deployment.url;
    this.headers = { 'x-api-key': key };
  }

  url(path: string): URL {
    return new URL(path.slice(1), this.#base);
  }

  async send(method: string, path: string, body?: unknown): Promise<JsonAnswer> {
    const json =
      body === undefined
        ? { headers: this.headers }
        : { body: JSON.stringify(body), headers: { ...this.headers, 'content-type': 'application/json' } };
    const response = await fetch(this.url(path), { method, ...json });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  crawl(workflow: Readonly<Record<string, unknown>>): Promise<string> {
    return crawledBy(this, workflow);
  }
}

/** Attacks as one user, while another asks who they are: these answers must come. */
export async function attackDeployedApi(attack: ApiAttack, at: AttackedDeployment): Promise<AttackOutcome> {
  attackers += 1;
  const attacker = new DeployedApiUser(at, await at.user(`attacker-${attackers}`));
  const other = new DeployedApiUser(at, await at.user(`other-${attackers}`));
  const { id } = attack;
  try {
    await attack.prepare?.(attacker);
    const probe = startProbe(other);
    const { seen, problems = [] } = await attack.run(attacker);
    const { slowestMs, answers, failed } = await probe.end();
    const wrong = [
      ...problems,
      ...(failed > 0 ? [`another user: ${failed} of ${answers + failed} requests failed`] : []),
      ...(slowestMs > MOST_MS ? [`another user waited ${slowestMs.toFixed(0)} ms`] : []),
    ];
    return {
      id,
      seen: `${seen}; another user waits ${slowestMs.toFixed(0)} ms at most`,
      problems: wrong,
      peakMb: Number.NaN,
    };
  } catch (error) {
    return {
      id,
      seen: '',
      problems: [`the scene failed: ${error instanceof Error ? error.stack : error}`],
      peakMb: Number.NaN,
    };
  }
}

function startProbe(api: AttackedApi) {
  let [slowestMs, answers, failed, isGoing] = [0, 0, 0, true];
  const done = (async () => {
    while (isGoing) {
      const begun = performance.now();
      const { status } = await api.send('GET', '/v1/me').catch(() => ({ status: 0 }));
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      if (status === 200) answers += 1;
      else failed += 1;
      await sleep(PAUSE_MS);
    }
  })();
  return {
    end: async () => {
      isGoing = false;
      await done;
      return { slowestMs, answers, failed };
    },
  };
}

/** `count` requests, as many at once as the API bears. @returns their statuses; 0: no answer */
export async function many(
  api: Pick<AttackedApi, 'atOnce'>,
  count: number,
  one: (n: number) => Promise<{ readonly status: number }>,
): Promise<number[]> {
  const statuses = new Array<number>(count).fill(0);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) statuses[n] = (await one(n).catch(() => ({ status: 0 }))).status;
  };
  await Promise.all(Array.from({ length: Math.min(count, api.atOnce) }, lane));
  return statuses;
}
