/** A signed message to a target. */
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
  /** HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** Why it is no success, in words; null: it is one. */
  readonly why: string | null;
  readonly ms: number;
}

/**
 * Sends a message once.
 *
 * It connects to checked addresses only, follows no redirect, reads nothing of the answer but its
 * head, and gives up after `SEND_LIMIT_MS`. Never throws.
 */
export type SendMessage = (message: OutgoingMessage) => Promise<SendResult>;

/** Longest time of a try, in ms. */
export const SEND_LIMIT_MS = 10_000;
