import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { clientOptions, type MessagePlace, resultOf } from '#adapters/aws/notify/message-clients.ts';
import type { MailPolicy } from '#core/notify/mail-policy.ts';
import type { MailService } from '#core/notify/message-sender.ts';

/**
 * Sends e-mail by SES. SES replaces the header Message-ID, so the id of the message, which is the
 * same at each try, is in `X-Surf-Message`.
 */
export function sesMail(place: MessagePlace, policy: MailPolicy): MailService {
  const client = new SESv2Client(clientOptions(place));
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return {
    policy,
    send: async ({ id, to, subject, text, html }) =>
      await resultOf('SES', () =>
        client.send(
          new SendEmailCommand({
            FromEmailAddress: `Surf <${policy.from}>`,
            Destination: { ToAddresses: [...to] },
            Content: {
              Simple: {
                Subject: utf8(subject),
                Body: { Text: utf8(text), Html: utf8(html) },
                Headers: [
                  { Name: 'X-Surf-Message', Value: id },
                  { Name: 'Auto-Submitted', Value: 'auto-generated' },
                ],
              },
            },
          }),
        ),
      ),
  };
}
