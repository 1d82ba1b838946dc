import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import type { MessagePlace } from '#adapters/aws/notify/message-clients.ts';

/** A message of SNS, as its subscribers get it. */
export interface Envelope {
  readonly Message: string;
  readonly Subject: string;
  readonly MessageAttributes: Readonly<Record<string, { readonly Value: string }>>;
}

/** A queue of SQS that gets the messages of a topic. */
export class SubscribedQueue {
  /** ARN of the topic. */
  readonly topic: string;
  readonly #place: MessagePlace;
  #url: unknown;

  private constructor(place: MessagePlace, topic: string) {
    this.#place = place;
    this.topic = topic;
  }

  /** @param name of the topic, which is made where there is none */
  static async open(place: MessagePlace, name: string): Promise<SubscribedQueue> {
    const client = new SNSClient(place);
    const { TopicArn = '' } = await client.send(new CreateTopicCommand({ Name: name }));
    const queue = new SubscribedQueue(place, TopicArn);
    const Endpoint = TopicArn.replace(':sns:', ':sqs:');
    const Attributes = { Policy: JSON.stringify(openTo(Endpoint)) };
    queue.#url = (await queue.#ask('CreateQueue', { QueueName: name, Attributes })).QueueUrl;
    await client.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint }));
    return queue;
  }

  /** Messages that came since the last call. */
  async received(): Promise<Envelope[]> {
    const { Messages = [] } = await this.#ask('ReceiveMessage', { QueueUrl: this.#url, MaxNumberOfMessages: 10 });
    const messages = Messages as { Body: string; ReceiptHandle: string }[];
    for (const { ReceiptHandle } of messages) await this.#ask('DeleteMessage', { QueueUrl: this.#url, ReceiptHandle });
    return messages.map(({ Body }) => JSON.parse(Body) as Envelope);
  }

  async #ask(action: string, body: object): Promise<Record<string, unknown>> {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `AmazonSQS.${action}`,
      authorization: AS_ROOT,
    };
    const answer = await fetch(this.#place.endpoint ?? '', { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${action}: ${text.slice(0, 300)}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }
}

/** Where roles are evaluated, SNS needs the queue's word. */
const openTo = (queue: string): object => ({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: queue },
  ],
});

/** The emulator takes this key for its root user, with any signature. */
const AS_ROOT = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0';
