import { fileURLToPath } from 'node:url';
import { CreateEmailIdentityCommand, DeleteEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import type { EmulatedDeployment, EmulationOptions } from '#test/deploy/deployed/emulated-deployment.ts';
import { EMULATED } from '#test/emulator/deployment.ts';

/** Of the sender, and of those who may get e-mail. */
export const MAIL_DOMAIN = 'example.org';
export const SENDER = `surf@${MAIL_DOMAIN}`;
export const TOPIC = 'surf-test-news';

/** A deployment that sends e-mail and tells a topic; the emulator evaluates its rights to do so. */
export const ALL_CHANNELS: EmulationOptions = {
  config: { notifications: { emailFrom: SENDER, topics: [TOPIC] } },
  environment: { PYTHONPATH: fileURLToPath(new URL('../../emulator/ses-rights', import.meta.url)) },
};

const placeOf = ({ endpoint }: EmulatedDeployment) => ({ ...EMULATED, endpoint });

/** Of SES: an address, or a domain. @returns removes it */
export async function verifyIdentity(surf: EmulatedDeployment, identity: string): Promise<() => Promise<unknown>> {
  const ses = new SESv2Client(placeOf(surf));
  await ses.send(new CreateEmailIdentityCommand({ EmailIdentity: identity }));
  return () => ses.send(new DeleteEmailIdentityCommand({ EmailIdentity: identity }));
}

/** Made again it is the same. */
export async function createTopic(surf: EmulatedDeployment): Promise<void> {
  await new SNSClient(placeOf(surf)).send(new CreateTopicCommand({ Name: TOPIC }));
}
