import { z } from '@hono/zod-openapi';
import { ByWorkflow } from '#api/schemas/by-id.ts';
import { described } from '#api/schemas/described.ts';
import { DELIVERY_STATES, MessageId } from '#core/notify/delivery.ts';
import { PageWatch, Subscription, SubscriptionName } from '#core/notify/subscription.ts';

const instant = z.iso.datetime();
const { events, url, email, topic, watch, atMostEveryMinutes, allowPrivateNetwork, enabled } = Subscription.shape;
const { urls, selector, word } = PageWatch.shape;

/** A subscription as a caller writes it. */
export const NewSubscription = described(Subscription, 'NewSubscription');

export const SubscriptionView = z
  .object({
    events,
    url: url.removeDefault(),
    email: email.removeDefault(),
    topic: topic.removeDefault(),
    watch: z
      .object({ urls: urls.removeDefault(), selector: selector.removeDefault(), word: word.removeDefault() })
      .openapi({ description: watch.description ?? '' }),
    atMostEveryMinutes: atMostEveryMinutes.removeDefault(),
    allowPrivateNetwork: allowPrivateNetwork.removeDefault(),
    enabled: enabled.removeDefault(),
    name: described(SubscriptionName, { description: 'Unique in its workflow, or among your own.', example: 'ops' }),
    workflow: z.string().nullable().openapi({ description: 'Null: all workflows that the owner may read.' }),
    owner: z.string(),
    createdAt: instant,
    updatedAt: instant,
    pending: z.int().openapi({ description: 'Events that wait for the next message.' }),
    oldSecretUntil: instant.nullable().openapi({ description: 'Until then the previous secret signs, too.' }),
  })
  .openapi('Subscription');

export const SubscriptionWithSecret = SubscriptionView.extend({
  secret: z
    .string()
    .nullable()
    .openapi({ description: 'Signs messages; shown here and never again. Null: it stays as it was.' }),
}).openapi('SubscriptionWithSecret');

export const DeliveryView = z
  .object({
    id: z
      .string()
      .openapi({ description: 'The header webhook-id, or in Message-ID of an e-mail: the same at each try.' }),
    createdAt: instant,
    types: z
      .array(z.string())
      .openapi({ description: 'Types of the events that it tells.', example: ['execution.ended'] }),
    events: z.int().openapi({ description: 'How many events it tells.' }),
    executions: z.array(z.string()).openapi({ description: 'The first ten that it is about.' }),
    state: z.enum(DELIVERY_STATES).openapi({
      description: 'waiting: it is sent at nextTryAt; dead: it was tried for a day, or the target is gone.',
    }),
    attempts: z.int().openapi({ description: 'Tries since it was made, or sent again.' }),
    nextTryAt: instant.nullable(),
    last: z
      .object({
        at: instant,
        status: z
          .int()
          .nullable()
          .openapi({ description: 'Status of the answer, or reply code of the mail server; null: there was none.' }),
        why: z.string().nullable().openapi({ description: 'Why it is not a success; null: it is one.' }),
        note: z
          .string()
          .nullable()
          .openapi({ description: 'Recipients that the mail server refused, of a success; null: none.' }),
        ms: z.number(),
      })
      .nullable()
      .openapi({ description: 'The last try; null: there was none.' }),
  })
  .openapi('Delivery');

/** Path parameters; `Own` is for subscriptions of the caller. */
const name = described(SubscriptionName, {
  param: { name: 'name', in: 'path' },
  description: 'Name of the subscription.',
  example: 'ops',
});
const message = described(MessageId, {
  param: { name: 'message', in: 'path' },
  description: 'Id of the message.',
  example: 'msg_00000000000000000000000000000000',
});
export const BySubscription = ByWorkflow.extend({ name });
export const ByMessage = BySubscription.extend({ message });
export const ByOwnSubscription = z.object({ name });
export const ByOwnMessage = ByOwnSubscription.extend({ message });
