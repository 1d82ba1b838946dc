import { AttackedServer, countsOf } from '#test/attack/attacked-server.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';

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
      const statuses: number[] = [];
      for (const path of PATHS) {
        for (const headers of [...TYPES.map((type) => ({ 'content-type': type })), { 'content-encoding': 'gzip' }]) {
          const answer = await fetch(new URL(path, server.address), {
            method: 'POST',
            headers,
            body: Buffer.from('{}'),
          });
          await answer.arrayBuffer();
          statuses.push(answer.status);
        }
      }
      const problems = statuses.every((status) => status === 415) ? [] : [countsOf(statuses)];
      return [{ id: 'api-content-types', seen: countsOf(statuses), problems, peakMb: Number.NaN }];
    } finally {
      await server.close();
    }
  },
};
