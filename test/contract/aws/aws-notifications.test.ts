import { CreateEmailIdentityCommand, GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { describe, expect, inject, it } from 'vitest';
import type { MessagePlace } from '#adapters/aws/notify/message-clients.ts';
import { sesMail } from '#adapters/aws/notify/ses-mail.ts';
import { snsTopics } from '#adapters/aws/notify/sns-topics.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { SubscribedQueue } from '#test/emulator/subscribed-queue.ts';
import { whenPresent } from '#test/when-present.ts';

const MAIL = { id: 'msg_1', at: 0, to: ['anna@example.org'], subject: 'Surf: docs', text: 'text', html: '<p>html</p>' };

whenPresent(PYTHON, () => {
  const place = (): MessagePlace => ({
    region: 'us-east-1',
    endpoint: inject('emulator'),
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

  describe('e-mail by SES (S24)', () => {
    it('is sent from a verified address; from another one SES refuses it, and the log says so', async () => {
      const client = new SESv2Client(place());
      await client.send(new CreateEmailIdentityCommand({ EmailIdentity: 'surf@example.org' }));
      const sentBefore = (await client.send(new GetAccountCommand({}))).SendQuota?.SentLast24Hours ?? 0;
      const good = await sesMail(place(), { from: 'surf@example.org' }).send(MAIL);
      const bad = await sesMail(place(), { from: 'surf@example.com' }).send(MAIL);
      const sentAfter = (await client.send(new GetAccountCommand({}))).SendQuota?.SentLast24Hours ?? 0;

      expect(good).toMatchObject({ status: 200, why: null });
      expect(bad).toMatchObject({ status: 400, why: expect.stringContaining('MessageRejected') });
      expect(sentAfter - sentBefore).toBe(1);
    });
  });

  describe('a topic of SNS (S24)', () => {
    it('gets the JSON and an ASCII subject of 100 characters; a topic that is gone is reported in the log', async () => {
      const queue = await SubscribedQueue.open(place(), 'crawl-news');
      const { names, publish } = snsTopics(place(), { 'crawl-news': queue.topic, gone: `${queue.topic}-gone` });
      const note = { topic: 'crawl-news', id: 'msg_1', subject: `Surf: café ${'x'.repeat(200)}`, body: '{"a":"é"}' };
      const good = await publish(note);
      const bad = await publish({ ...note, topic: 'gone' });
      const [message] = await queue.received();

      expect([names, good, bad]).toMatchObject([
        ...[['crawl-news', 'gone'], { status: 200, why: null }, { status: 404, why: expect.stringContaining('SNS') }],
      ]);
      expect(message).toMatchObject({ Message: '{"a":"é"}', MessageAttributes: { id: { Value: 'msg_1' } } });
      expect(message?.Subject).toMatch(/^Surf: caf\? x{89}$/);
    });
  });
});
