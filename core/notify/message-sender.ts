import type { MailPolicy } from '#core/notify/mail-policy.ts';

/** A signed message to a webhook. */
export interface OutgoingMessage {
  readonly id: string;
  readonly url: string;
  /** Of the try, in epoch ms: the signature names it. */
  readonly at: number;
  /** JSON. */
  readonly body: string;
  /** Sign it, each for itself: `whsec_` and base64. */
  readonly secrets: readonly string[];
  readonly allowPrivateNetwork: boolean;
}

/** What a target answered. */
export interface SendResult {
  /** HTTP status, or reply code of a mail server; null: there was no answer. */
  readonly status: number | null;
  /** Why it is no success, in words; null: it is one. */
  readonly why: string | null;
  /** Whom the mail server refused, of a success, in words. */
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

/** What an e-mail says. The texts may have bytes of the web: `html` has them escaped. */
export interface MailContent {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An e-mail to some addresses. */
export interface OutgoingMail extends MailContent {
  /** Of the message: its header Message-ID is made of it, the same at each try. */
  readonly id: string;
  /** Of the try, in epoch ms. */
  readonly at: number;
  readonly to: readonly string[];
}

/** How a server sends e-mail. */
export interface MailService {
  readonly policy: MailPolicy;
  /** Sends once, and gives up after `SEND_LIMIT_MS`. Never throws. */
  readonly send: (mail: OutgoingMail) => Promise<SendResult>;
}

/** A message to a topic of SNS, which tells its subscribers. */
export interface OutgoingNote {
  /** Name of the topic. */
  readonly topic: string;
  /** The same at each try. */
  readonly id: string;
  /** One line. */
  readonly subject: string;
  /** JSON, as a webhook gets it. */
  readonly body: string;
}

/** How a server tells topics. */
export interface TopicService {
  /** Topics that it may tell. */
  readonly names: readonly string[];
  /** Publishes once, and gives up after `SEND_LIMIT_MS`. Never throws. */
  readonly publish: (note: OutgoingNote) => Promise<SendResult>;
}

/** Longest time of a try, in ms. */
export const SEND_LIMIT_MS = 10_000;
