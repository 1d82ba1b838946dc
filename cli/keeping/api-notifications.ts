import type { ApiServer } from '#adapters/api/api-server.ts';
import type {
  ListedMessage,
  ListedSubscription,
  Notifications,
  SubscriptionWithSecret,
} from '#cli/keeping/notifications.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import type { Subscription } from '#core/notify/subscription.ts';

const ONE = '/v1/workflows/{id}/subscriptions/{name}';

/** Subscriptions of the workflows on a server. */
export class ApiNotifications implements Notifications {
  readonly #server: ApiServer;

  constructor(server: ApiServer) {
    this.#server = server;
  }

  async ofWorkflow(workflow: WorkflowId): Promise<readonly ListedSubscription[]> {
    const params = { path: { id: workflow } };
    return (await this.#server.answer(this.#server.client.GET('/v1/workflows/{id}/subscriptions', { params }))).items;
  }

  async save(workflow: WorkflowId, name: string, subscription: Subscription): Promise<SubscriptionWithSecret> {
    const request = { ...paramsOf(workflow, name), body: subscription };
    return await this.#server.answer(this.#server.client.PUT(ONE, request));
  }

  async remove(workflow: WorkflowId, name: string): Promise<void> {
    await this.#server.answer(this.#server.client.DELETE(ONE, paramsOf(workflow, name)));
  }

  async rotate(workflow: WorkflowId, name: string): Promise<SubscriptionWithSecret> {
    return await this.#server.answer(this.#server.client.POST(`${ONE}/rotate`, paramsOf(workflow, name)));
  }

  async log(workflow: WorkflowId, name: string): Promise<readonly ListedMessage[]> {
    const answer = this.#server.client.GET(`${ONE}/deliveries`, paramsOf(workflow, name));
    return (await this.#server.answer(answer)).items;
  }

  async test(workflow: WorkflowId, name: string): Promise<ListedMessage> {
    return await this.#server.answer(this.#server.client.POST(`${ONE}/test`, paramsOf(workflow, name)));
  }

  async retry(workflow: WorkflowId, name: string, message: string): Promise<ListedMessage> {
    const params = { path: { id: workflow, name, message } };
    return await this.#server.answer(this.#server.client.POST(`${ONE}/deliveries/{message}/retry`, { params }));
  }
}

const paramsOf = (id: WorkflowId, name: string) => ({ params: { path: { id, name } } });
