import type { MailPolicy } from '#core/notify/mail-policy.ts';

/** A signed message to a webhook. */
export interface OutgoingMessage {
  readonly id: string;
  readonly url: string;
  /** Time of the try, epoch ms: the signature covers it. */
  readonly at: number;
  /** JSON. */
  readonly body: string;
  /** Secrets, each of which signs the message: `whsec_` and base64. */
  readonly secrets: readonly string[];
  readonly allowPrivateNetwork: boolean;
}

/** Result of one try to send to a target. */
export interface SendResult {
  /** HTTP status, or reply code of a mail server; null: there was no answer. */
  readonly status: number | null;
  /** Reason of a failure, in words; null: the try succeeded. */
  readonly why: string | null;
  /** Recipients that the mail server refused in spite of a success, in words. */
  readonly note?: string;
  readonly ms: number;
}

/**
 * Sends a message once.
 *
 * It connects to checked addresses only, follows no redirect, reads nothing of the answer but its
 * head, and gives up after `SEND_LIMIT_MS`. Never throws.
 */
export type SendMessage = (message: OutgoingMessage) => Promise<SendResult>;

/** Content of an e-mail. The texts may have bytes of the web: `html` has them escaped. */
export interface MailContent {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An e-mail to some addresses. */
export interface OutgoingMail extends MailContent {
  /** Id of the message, constant over all tries: the header Message-ID is made of it. */
  readonly id: string;
  /** Time of the try, epoch ms. */
  readonly at: number;
  readonly to: readonly string[];
}

/** A server's means to send e-mail. */
export interface MailService {
  readonly policy: MailPolicy;
  /** Sends once, and gives up after `SEND_LIMIT_MS`. Never throws. */
  readonly send: (mail: OutgoingMail) => Promise<SendResult>;
}

/** A message to a topic of SNS, which tells its subscribers. */
export interface OutgoingNote {
  /** Name of the topic. */
  readonly topic: string;
  /** Constant over all tries. */
  readonly id: string;
  /** One line. */
  readonly subject: string;
  /** JSON, as a webhook gets it. */
  readonly body: string;
}

/** A server's means to publish to topics. */
export interface TopicService {
  /** Topics that it may tell. */
  readonly names: readonly string[];
  /** Publishes once, and gives up after `SEND_LIMIT_MS`. Never throws. */
  readonly publish: (note: OutgoingNote) => Promise<SendResult>;
}

/** Longest time of a try, in ms. */
export const SEND_LIMIT_MS = 10_000;
