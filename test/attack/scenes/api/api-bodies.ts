import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { type AttackedApi, AttackedServer, countsOf } from '#test/attack/targets/attacked-server.ts';
import { DeployedApiUser } from '#test/attack/targets/deployed-api-attack.ts';

const TYPES = ['text/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x'];
const PATHS = ['/v1/workflows', '/v1/preview', '/v1/keys', '/v1/blocklist'];

/** Bodies that no route reads, at a real server. */
export const apiBodies: StagedScene = {
  name: 'bodies of other types',
  quick: true,
  attacks: [
    {
      id: 'api-content-types',
      sends: 'bodies as text, form, multipart, without a type, and compressed',
      must: '415 on every route, never 5xx',
    },
  ],
  stage: async () => {
    const server = await AttackedServer.start();
    try {
      return [await judged(server)];
    } finally {
      await server.close();
    }
  },
  stageDeployed: async (at) => [await judged(new DeployedApiUser(at, await at.user('bodies')))],
};

async function judged(api: AttackedApi): Promise<AttackOutcome> {
  const statuses: number[] = [];
  for (const path of PATHS) {
    for (const headers of [...TYPES.map((type) => ({ 'content-type': type })), { 'content-encoding': 'gzip' }]) {
      const sent = { method: 'POST', headers: { ...api.headers, ...headers }, body: Buffer.from('{}') };
      const answer = await fetch(api.url(path), sent);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  }
  const problems = statuses.every((status) => status === 415) ? [] : [countsOf(statuses)];
  return { id: 'api-content-types', seen: countsOf(statuses), problems, peakMb: Number.NaN };
}
