import { answered, type SurfClient } from '#api/client/client.ts';
import type { NewSubscription } from '#api/client/schema.ts';

const ONE = '/v1/workflows/{id}/subscriptions/{name}';
const MINE = '/v1/me/subscriptions/{name}';

/** API calls for subscriptions to a workflow, or with null to all that the user may read. */
export function subscriptionCalls(client: SurfClient, workflow: string | null) {
  const mine = (name: string) => ({ params: { path: { name } } });
  if (workflow === null)
    return {
      list: async () => answered(await client.GET('/v1/me/subscriptions')).items,
      save: async (name: string, body: NewSubscription) => answered(await client.PUT(MINE, { ...mine(name), body })),
      rotate: async (name: string) => answered(await client.POST(`${MINE}/rotate`, mine(name))),
      test: async (name: string) => answered(await client.POST(`${MINE}/test`, mine(name))),
      remove: async (name: string) => void answered(await client.DELETE(MINE, mine(name))),
      messages: async (name: string) => answered(await client.GET(`${MINE}/deliveries`, mine(name))).items,
      sendAgain: async (name: string, message: string) =>
        answered(await client.POST(`${MINE}/deliveries/{message}/retry`, { params: { path: { name, message } } })),
    };
  const of = (name: string) => ({ params: { path: { id: workflow, name } } });
  return {
    list: async () =>
      answered(await client.GET('/v1/workflows/{id}/subscriptions', { params: { path: { id: workflow } } })).items,
    save: async (name: string, body: NewSubscription) => answered(await client.PUT(ONE, { ...of(name), body })),
    rotate: async (name: string) => answered(await client.POST(`${ONE}/rotate`, of(name))),
    test: async (name: string) => answered(await client.POST(`${ONE}/test`, of(name))),
    remove: async (name: string) => void answered(await client.DELETE(ONE, of(name))),
    messages: async (name: string) => answered(await client.GET(`${ONE}/deliveries`, of(name))).items,
    sendAgain: async (name: string, message: string) =>
      answered(
        await client.POST(`${ONE}/deliveries/{message}/retry`, { params: { path: { id: workflow, name, message } } }),
      ),
  };
}
