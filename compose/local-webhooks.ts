import type { SendMessage } from '#core/notify/message-sender.ts';

/** Sends webhooks. Loads the HTTP client at the first one, because most processes send none. */
export function localWebhooks(): SendMessage {
  let sender: Promise<SendMessage> | null = null;
  return async (message) => {
    sender ??= load();
    return await (await sender)(message);
  };
}

async function load(): Promise<SendMessage> {
  const { createWebhookSender } = await import('#adapters/http/webhook/webhook-sender.ts');
  return createWebhookSender();
}
