import type { SendMessage } from '#core/notify/message-sender.ts';

/** Sends webhooks. The first one loads the HTTP client: most processes send none. */
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
