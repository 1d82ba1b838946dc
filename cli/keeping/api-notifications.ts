import type { ApiServer } from '#adapters/api/api-server.ts';
import type {
  ListedMessage,
  ListedSubscription,
  Notifications,
  SubscriptionWithSecret,
  Told,
} from '#cli/keeping/notifications.ts';
import type { Subscription } from '#core/notify/subscription.ts';

const ONE = '/v1/workflows/{id}/subscriptions/{name}';
const MINE = '/v1/me/subscriptions/{name}';

/** Subscriptions of the workflows on a server, and of the user who signed in there. */
export class ApiNotifications implements Notifications {
  readonly #server: ApiServer;

  constructor(server: ApiServer) {
    this.#server = server;
  }

  async ofWorkflow(told: Told): Promise<readonly ListedSubscription[]> {
    const { client } = this.#server;
    const answer =
      told === 'mine'
        ? client.GET('/v1/me/subscriptions', {})
        : client.GET('/v1/workflows/{id}/subscriptions', { params: { path: { id: told } } });
    return (await this.#server.answer(answer)).items;
  }

  async save(told: Told, name: string, body: Subscription): Promise<SubscriptionWithSecret> {
    const { client } = this.#server;
    const answer =
      told === 'mine' ? client.PUT(MINE, { ...own(name), body }) : client.PUT(ONE, { ...paramsOf(told, name), body });
    return await this.#server.answer(answer);
  }

  async remove(told: Told, name: string): Promise<void> {
    const { client } = this.#server;
    const answer = told === 'mine' ? client.DELETE(MINE, own(name)) : client.DELETE(ONE, paramsOf(told, name));
    await this.#server.answer(answer);
  }

  async rotate(told: Told, name: string): Promise<SubscriptionWithSecret> {
    const { client } = this.#server;
    const answer =
      told === 'mine' ? client.POST(`${MINE}/rotate`, own(name)) : client.POST(`${ONE}/rotate`, paramsOf(told, name));
    return await this.#server.answer(answer);
  }

  async log(told: Told, name: string): Promise<readonly ListedMessage[]> {
    const { client } = this.#server;
    const answer =
      told === 'mine'
        ? client.GET(`${MINE}/deliveries`, own(name))
        : client.GET(`${ONE}/deliveries`, paramsOf(told, name));
    return (await this.#server.answer(answer)).items;
  }

  async test(told: Told, name: string): Promise<ListedMessage> {
    const { client } = this.#server;
    const answer =
      told === 'mine' ? client.POST(`${MINE}/test`, own(name)) : client.POST(`${ONE}/test`, paramsOf(told, name));
    return await this.#server.answer(answer);
  }

  async retry(told: Told, name: string, message: string): Promise<ListedMessage> {
    const { client } = this.#server;
    const answer =
      told === 'mine'
        ? client.POST(`${MINE}/deliveries/{message}/retry`, { params: { path: { name, message } } })
        : client.POST(`${ONE}/deliveries/{message}/retry`, { params: { path: { id: told, name, message } } });
    return await this.#server.answer(answer);
  }
}

const paramsOf = (id: string, name: string) => ({ params: { path: { id, name } } });
const own = (name: string) => ({ params: { path: { name } } });
