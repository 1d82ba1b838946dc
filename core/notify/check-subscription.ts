import { SurfError } from '#core/error.ts';
import { isBlockedAddress, isBlockedPort } from '#core/fetch/address/address.ts';
import { type MailPolicy, refusedRecipients } from '#core/notify/mail-policy.ts';
import { isAboutPages } from '#core/notify/news-name.ts';
import type { Subscription } from '#core/notify/subscription.ts';
import { compilePattern } from '#core/scope/patterns/pattern.ts';
import { adviceOf, patternFault } from '#core/scope/patterns/pattern-fault.ts';
import { selectorFault } from '#core/selection/faults/selector-check.ts';

export interface SubscriptionPlace {
  /** The target may be in a private network. */
  readonly allowPrivateNetwork: boolean;
  /** Null: this deployment or server sends no e-mail. */
  readonly mail: MailPolicy | null;
  /** Topics to which this deployment may publish. */
  readonly topics: readonly string[];
}

/**
 * Refuses a subscription that could never send a message. A host name passes: it is judged by its
 * addresses whenever a message is sent.
 * @throws SurfError SUBSCRIPTION_INVALID, EXPRESSION_INVALID
 */
export function checkSubscription(
  { events, url, email, topic, watch }: Subscription,
  { allowPrivateNetwork, mail, topics }: SubscriptionPlace,
): void {
  if ([url !== null, email.length > 0, topic !== null].filter(Boolean).length !== 1)
    throw invalid('a subscription has a url, addresses of email, or a topic: one of them', {
      remedy: 'make two subscriptions to tell two channels',
    });
  if (url !== null) checkTarget(url, allowPrivateNetwork);
  else if (topic === null) checkRecipients(email, mail);
  else if (!topics.includes(topic))
    throw invalid(`topic: this server does not publish to the topic ${topic.slice(0, 100)}`, {
      remedy: 'its operator names the topics in the settings of a deployment; surf serve has none',
    });
  const pages = events.filter(isAboutPages);
  const { urls, selector, word } = watch;
  if (pages.length === 0 && (urls ?? selector ?? word) !== null)
    throw invalid('watch: none of the events is about pages', { remedy: 'add page-changed or new-pages to events' });
  if (!events.includes('page-changed') && (selector ?? word) !== null)
    throw invalid('watch: selector and word are for page-changed', { remedy: 'add page-changed to events' });
  if (urls !== null) checkPattern(urls);
  const fault = selector === null ? null : selectorFault(selector);
  if (fault !== null) throw invalid(`watch.selector: ${fault}`, { remedy: 'write a CSS selector' });
}

/** Refuses a pattern that matches no URL, as a workflow does. */
function checkPattern(urls: string): void {
  const fault = patternFault(urls, { hostNames: false });
  if (fault !== null)
    throw invalid(`watch.urls is ${JSON.stringify(urls.slice(0, 80))}, ${fault.why}`, { remedy: adviceOf(fault) });
  compilePattern(urls);
}

function checkRecipients(email: readonly string[], mail: MailPolicy | null): void {
  if (mail === null)
    throw invalid('email: this server sends no e-mail', {
      remedy: 'give a webhook, or ask its operator to set e-mail up: docs/how-to/notifications.md',
    });
  const refused = refusedRecipients(mail, email);
  if (refused.length > 0)
    throw invalid(`email: this server does not send to ${refused.join(' and ')}`, {
      remedy: 'ask its operator to name the address or its domain in `to` of the settings for e-mail',
    });
}

function checkTarget(text: string, allowPrivateNetwork: boolean): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalid(`url: ${JSON.stringify(text.slice(0, 100))} is not an http or https address`, {
      remedy: text.includes('@')
        ? 'an e-mail address goes to the field email (on the command line --email)'
        : 'write the whole address, for example https://example.org/hook',
    });
  if (url.username !== '' || url.password !== '')
    throw invalid('url: an address with a user or a password', {
      remedy: 'leave them out: the signature tells the target who sends',
    });
  if (url.port !== '' && isBlockedPort(Number(url.port)))
    throw invalid(`url: port ${url.port} is of another protocol`, { remedy: 'use a port of a web server' });
  const { blocked, range } = isBlockedAddress(url.hostname, { allowPrivateNetwork });
  if (blocked)
    throw invalid(`url: the address ${url.hostname} is ${range}`, {
      remedy: 'targets are in the public network, unless allowPrivateNetwork is true',
    });
}

const invalid = (message: string, { remedy }: { remedy: string }): SurfError =>
  new SurfError('SUBSCRIPTION_INVALID', message, { remedy });
