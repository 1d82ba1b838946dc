import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { clientOptions, type MessagePlace, resultOf } from '#adapters/aws/notify/message-clients.ts';
import type { TopicService } from '#core/notify/message-sender.ts';

/** Characters of a subject (SNS API reference, Publish): ASCII, no line ends. */
const MOST_SUBJECT = 100;

/** Publishes to the topics of a deployment. @param arns by name */
export function snsTopics(place: MessagePlace, arns: Readonly<Record<string, string>>): TopicService {
  const client = new SNSClient(clientOptions(place));
  return {
    names: Object.keys(arns),
    publish: async ({ topic, id, subject, body }) =>
      await resultOf('SNS', () =>
        client.send(
          new PublishCommand({
            TopicArn: arns[topic],
            Subject: subject.replace(/[^\x20-\x7e]/g, '?').slice(0, MOST_SUBJECT),
            Message: body,
            MessageAttributes: { id: { DataType: 'String', StringValue: id } },
          }),
        ),
      ),
  };
}
