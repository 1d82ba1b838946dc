import type { ApiServer } from '#adapters/api/api-server.ts';
import type {
  ListedMessage,
  ListedSubscription,
  Notifications,
  SubscriptionOwner,
  SubscriptionWithSecret,
} from '#cli/stores/notifications.ts';
import type { Subscription } from '#core/notify/subscription.ts';

const ONE = '/v1/workflows/{id}/subscriptions/{name}';
const MINE = '/v1/me/subscriptions/{name}';

/** Subscriptions of the workflows on a server, and of the user who signed in there. */
export class ApiNotifications implements Notifications {
  readonly #server: ApiServer;

  constructor(server: ApiServer) {
    this.#server = server;
  }

  async ofWorkflow(owner: SubscriptionOwner): Promise<readonly ListedSubscription[]> {
    const { client } = this.#server;
    const answer =
      owner === 'mine'
        ? client.GET('/v1/me/subscriptions', {})
        : client.GET('/v1/workflows/{id}/subscriptions', { params: { path: { id: owner } } });
    return (await this.#server.answer(answer)).items;
  }

  async save(owner: SubscriptionOwner, name: string, body: Subscription): Promise<SubscriptionWithSecret> {
    const { client } = this.#server;
    const answer =
      owner === 'mine' ? client.PUT(MINE, { ...own(name), body }) : client.PUT(ONE, { ...paramsOf(owner, name), body });
    return await this.#server.answer(answer);
  }

  async remove(owner: SubscriptionOwner, name: string): Promise<void> {
    const { client } = this.#server;
    const answer = owner === 'mine' ? client.DELETE(MINE, own(name)) : client.DELETE(ONE, paramsOf(owner, name));
    await this.#server.answer(answer);
  }

  async rotate(owner: SubscriptionOwner, name: string): Promise<SubscriptionWithSecret> {
    const { client } = this.#server;
    const answer =
      owner === 'mine' ? client.POST(`${MINE}/rotate`, own(name)) : client.POST(`${ONE}/rotate`, paramsOf(owner, name));
    return await this.#server.answer(answer);
  }

  async log(owner: SubscriptionOwner, name: string): Promise<readonly ListedMessage[]> {
    const { client } = this.#server;
    const answer =
      owner === 'mine'
        ? client.GET(`${MINE}/deliveries`, own(name))
        : client.GET(`${ONE}/deliveries`, paramsOf(owner, name));
    return (await this.#server.answer(answer)).items;
  }

  async test(owner: SubscriptionOwner, name: string): Promise<ListedMessage> {
    const { client } = this.#server;
    const answer =
      owner === 'mine' ? client.POST(`${MINE}/test`, own(name)) : client.POST(`${ONE}/test`, paramsOf(owner, name));
    return await this.#server.answer(answer);
  }

  async retry(owner: SubscriptionOwner, name: string, message: string): Promise<ListedMessage> {
    const { client } = this.#server;
    const answer =
      owner === 'mine'
        ? client.POST(`${MINE}/deliveries/{message}/retry`, { params: { path: { name, message } } })
        : client.POST(`${ONE}/deliveries/{message}/retry`, { params: { path: { id: owner, name, message } } });
    return await this.#server.answer(answer);
  }
}

const paramsOf = (id: string, name: string) => ({ params: { path: { id, name } } });
const own = (name: string) => ({ params: { path: { name } } });
