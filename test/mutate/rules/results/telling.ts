import type { Mutation } from '#test/mutate/mutation.ts';

const NOTIFICATIONS = 'test/api/notifications/notifications.test.ts';
const OWN = 'test/api/notifications/own-subscriptions.test.ts';
const CHANNELS = 'test/api/notifications/notification-channels.test.ts';
const MAIL_SENDER = 'adapters/smtp/smtp-sender.test.ts';
const SENDER = 'adapters/http/webhook/webhook-sender.test.ts';
const CHECK = 'core/incident/incident-check.test.ts';
const INCIDENTS = 'engine/incidents/tell-incidents.test.ts';

/** S24: Surf sends no news twice under two names, to the wrong place, or to nobody. */
export const telling: readonly Mutation[] = [
  {
    rule: 'a message that is made twice has one id',
    broken: 'its id is of the time',
    file: 'engine/notify/make-messages.ts',
    find: "messageIdOf([workflow, name, createdAt, first?.execution ?? '', first?.key ?? ''])",
    replace: "messageIdOf([workflow, name, Math.random(), first?.execution ?? '', first?.key ?? ''])",
    tests: [NOTIFICATIONS],
  },
  {
    rule: 'if two processes send a message, one of them sends it',
    broken: 'neither claims it, and both send it',
    file: 'engine/notify/deliver-due.ts',
    find: "if ((await subscriptions.saveDelivery(claimed)) === 'conflict') return 'left';",
    replace: 'await subscriptions.saveDelivery(claimed);',
    tests: [NOTIFICATIONS],
  },
  {
    rule: 'a subscription gets no news from before it was made',
    broken: 'it gets all news',
    file: 'engine/notify/collect-news.ts',
    find: ' && at >= since(row, name);',
    replace: ';',
    tests: [NOTIFICATIONS],
  },
  {
    rule: 'an execution is followed until its pages are compared',
    broken: 'Surf drops it when it ends',
    file: 'engine/notify/collect-news.ts',
    find: 'isEnded: hasEnded(status) && !found.isOpen',
    replace: 'isEnded: hasEnded(status)',
    tests: [NOTIFICATIONS],
  },
  {
    rule: 'a webhook reaches private networks only if its user is allowed to',
    broken: 'the subscription says so itself',
    file: 'engine/notify/deliver-due.ts',
    find: '(allowPrivateNetwork && (await mayReachPrivate(row.owner)))',
    replace: 'allowPrivateNetwork || (await mayReachPrivate(row.owner))',
    tests: [NOTIFICATIONS],
  },
  {
    rule: 'Surf checks the address of a webhook as it checks those of a crawl',
    broken: 'it connects to any address',
    file: 'adapters/http/webhook/webhook-sender.ts',
    find: 'guardFor(message.allowPrivateNetwork)',
    replace: 'guardFor(true)',
    tests: [SENDER],
  },
  {
    rule: 'Surf sends no e-mail to an address that the settings refuse',
    broken: 'Surf checks the address when it makes the message, not when it sends it',
    file: 'engine/notify/deliver-due.ts',
    find: 'const refused = refusedRecipients(mail.policy, to);',
    replace: 'const refused: string[] = [];',
    tests: [CHANNELS],
  },
  {
    rule: 'a message has only news that its user can read now',
    broken: 'it has news that the user could read when Surf made the message',
    file: 'engine/notify/readable-news.ts',
    find: "const news = message.news.filter(({ owner }) => maySee(caller, owner ?? ''));",
    replace: 'const { news } = message;',
    tests: [OWN],
  },
  {
    rule: 'a message has only news that the role of the subscription can read',
    broken: 'only the present role counts',
    file: 'engine/notify/readable-news.ts',
    find: 'weakerRole(role ?? caller.role, caller.role)',
    replace: 'caller.role',
    tests: [OWN],
  },
  {
    rule: 'Surf publishes only to topics that the settings name',
    broken: 'Surf publishes to any topic',
    file: 'engine/notify/deliver-due.ts',
    find: 'topics === null || !topics.names.includes(topic)',
    replace: 'topics === null',
    tests: [CHANNELS],
  },
  {
    rule: 'no password leaves before TLS',
    broken: 'TLS is used when it is there',
    file: 'adapters/smtp/smtp-sender.ts',
    find: "requireTLS: tls === 'starttls',",
    replace: 'requireTLS: false,',
    tests: [MAIL_SENDER],
  },
  {
    rule: 'bytes of the web are not markup of an e-mail',
    broken: 'they are written as they are',
    file: 'engine/notify/message-mail.ts',
    find: 'htmlText(page)',
    replace: 'page',
    tests: ['engine/notify/message-mail.test.ts'],
  },
  {
    rule: 'a redirect is not a success',
    broken: 'everything below 400 is',
    file: 'adapters/http/webhook/webhook-sender.ts',
    find: 'if (status >= 200 && status < 300) return null;',
    replace: 'if (status >= 200 && status < 400) return null;',
    tests: [SENDER],
  },
  {
    rule: 'the watchdog reports a failed crawl once',
    broken: 'its end is not noted',
    file: 'core/incident/incident-check.ts',
    find: "failedAt: status === 'failed' ? endedAt : null",
    replace: 'failedAt: status === null ? endedAt : null',
    tests: [CHECK],
  },
  {
    rule: 'a crawl whose run shows signs of life does not stall',
    broken: 'its deadline alone counts',
    file: 'core/incident/incident-check.ts',
    find: '(wasOpen || late.has(row.id))',
    replace: '(wasOpen || late.size >= 0)',
    tests: [CHECK],
  },
  {
    rule: 'the spend of a day has nothing of the days before',
    broken: 'a resumed crawl brings its whole cost',
    file: 'core/incident/incident-check.ts',
    find: 'const isNew = row.createdAt > state.seenUntil - LIST_LATE_MS;',
    replace: 'const isNew = row.createdAt > 0;',
    tests: [CHECK],
  },
  {
    rule: 'a later check reports an incident that the topic refused',
    broken: 'the incident counts as reported',
    file: 'engine/incidents/tell-incidents.ts',
    find: 'if (why !== null) return { told, why };',
    replace: '',
    tests: [INCIDENTS],
  },
  {
    rule: 'one of two checks reports an incident',
    broken: 'both report it',
    file: 'engine/incidents/tell-incidents.ts',
    find: "if ((await store.saveState({ ...after, version })) === 'conflict') return { told: 0, why: null };",
    replace: 'await store.saveState({ ...after, version });',
    tests: [INCIDENTS],
  },
];
