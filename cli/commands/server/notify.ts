import type { Call, Run } from '#cli/args/command.ts';
import { serverOption } from '#cli/args/server-option.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { savedWorkflow } from '#cli/backend/saved-workflow.ts';
import { chosenName, USUAL_NAME } from '#cli/stores/chosen-name.ts';
import type {
  ListedMessage,
  ListedSubscription,
  Notifications,
  SubscriptionOwner,
  SubscriptionWithSecret,
} from '#cli/stores/notifications.ts';
import { EXIT, type ExitCode } from '#cli/terminal/exit-code.ts';
import { counted } from '#cli/terminal/format.ts';
import { SurfError } from '#core/error.ts';
import { schemaIssue } from '#core/faults/schema-issue.ts';
import { printable } from '#core/model/printable.ts';
import { NEWS } from '#core/notify/news-name.ts';
import { Subscription } from '#core/notify/subscription.ts';

/** `surf notify WORKFLOW`, `surf notify WORKFLOW URL`, `surf notify --mine URL`, … */
export const run: Run = async (call) => {
  const isMine = call.flags.has('mine');
  const [name, url, ...more] = isMine ? ['', ...call.positionals] : call.positionals;
  if (name === undefined || more.length > 0)
    throw new SurfError('COMMAND_USAGE', 'surf notify needs a workflow, or --mine and none', {
      remedy:
        'surf notify WORKFLOW lists who gets messages about a workflow, surf notify --mine about all that you may read',
    });
  const action = actionIn(call, url);
  return await withBackend(call, async (backend) =>
    action(backend, isMine ? 'mine' : (await savedWorkflow(backend, name)).id),
  );
};

type Action = (backend: Backend, workflow: SubscriptionOwner) => Promise<ExitCode>;

/** Flags for actions other than listing. */
const ACTIONS = ['remove', 'rotate', 'test', 'log', 'retry'] as const;

/** @throws SurfError COMMAND_USAGE for two at once, and for an invalid value */
function actionIn(call: Call, url: string | undefined): Action {
  const { flags } = call;
  const given = ACTIONS.filter((name) => flags.has(name));
  const channels = { url, email: flags.value('email'), topic: flags.value('topic') };
  const targets = Object.values(channels).filter((target) => target !== undefined).length;
  if (given.length + targets > 1)
    throw new SurfError(
      'COMMAND_USAGE',
      `${[...given, ...(['email', 'topic'] as const).filter((name) => flags.has(name))].map((name) => `--${name}`).join(' and ')} cannot be combined with another action`,
      {
        remedy: 'give a URL, or one of --email, --topic, --remove, --rotate, --test, --log and --retry',
      },
    );
  if (targets > 0) return add(call, flags.value('name') ?? USUAL_NAME, subscriptionIn(call, channels));
  const [action] = given;
  return action === undefined ? list(call) : withName(call, WITH_NAME[action]);
}

type ActionByName = (
  call: Call,
  notifications: Notifications,
  workflow: SubscriptionOwner,
  name: string,
) => Promise<ExitCode>;

const WITH_NAME: Readonly<Record<(typeof ACTIONS)[number], ActionByName>> = {
  remove,
  rotate: async (call, notifications, workflow, name) => await shown(call, await notifications.rotate(workflow, name)),
  test: async (call, notifications, workflow, name) => await sent(call, await notifications.test(workflow, name)),
  log,
  retry: async (call, notifications, workflow, name) =>
    await sent(call, await notifications.retry(workflow, name, call.flags.value('retry') ?? '')),
};

const withName =
  (call: Call, action: ActionByName): Action =>
  async (backend, workflow) => {
    const notifications = await backend.notifications();
    const given = call.flags.value('name');
    const all = given === undefined ? await notifications.ofWorkflow(workflow) : [];
    const names = all.map(({ name }) => name);
    return await action(call, notifications, workflow, chosenName('subscription', given, names));
  };

/** The subscription that arguments and flags describe. @throws SurfError COMMAND_USAGE */
function subscriptionIn(
  { flags }: Call,
  { url, email, topic }: Readonly<Record<'url' | 'email' | 'topic', string | undefined>>,
): Subscription {
  const every = flags.value('every');
  const watch = Object.fromEntries(
    (['urls', 'selector', 'word'] as const).filter((name) => flags.has(name)).map((name) => [name, flags.value(name)]),
  );
  const { data, error } = Subscription.safeParse({
    ...(url !== undefined && { url }),
    ...(email !== undefined && { email: email.split(',') }),
    ...(topic !== undefined && { topic }),
    events: (flags.value('on') ?? 'ended').split(','),
    watch,
    ...(every !== undefined && { atMostEveryMinutes: Number(every) }),
    ...(flags.has('allow-private-network') && { allowPrivateNetwork: true }),
    ...(flags.has('off') && { enabled: false }),
  });
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const place = String(issue?.path[0]);
  if (place === 'events')
    throw new SurfError('COMMAND_USAGE', issue === undefined ? '--on' : schemaIssue('--on', issue), {
      remedy: `write some of ${NEWS.join(',')}, with commas`,
    });
  const flag = FLAG_OF[place] ?? place;
  throw new SurfError('COMMAND_USAGE', issue === undefined ? flag : schemaIssue(flag, issue), {
    remedy: 'surf notify --help says what each flag can be',
  });
}

/** Flags whose field has another name, or one that reads like an argument in a message. */
const FLAG_OF: Readonly<Record<string, string>> = { atMostEveryMinutes: '--every', email: '--email', topic: '--topic' };

const add =
  (call: Call, name: string, subscription: Subscription): Action =>
  async (backend, workflow) => {
    const exit = await shown(call, await (await backend.notifications()).save(workflow, name, subscription));
    if (!call.json && serverOption(call.flags, process.env) === null)
      call.terminal.note(`surf serve --data ${printable(backend.name)} tells it, while it runs`);
    return exit;
  };

async function remove(
  call: Call,
  notifications: Notifications,
  workflow: SubscriptionOwner,
  name: string,
): Promise<ExitCode> {
  await notifications.remove(workflow, name);
  if (call.json) await call.terminal.json({ name, removed: true });
  else await call.terminal.line(`${name}: removed`);
  return EXIT.succeeded;
}

const list =
  (call: Call): Action =>
  async (backend, workflow) => {
    const notifications = await backend.notifications();
    const all = await notifications.ofWorkflow(workflow);
    for (const one of all) await shown(call, one);
    if (all.length === 0 && !call.json)
      call.terminal.note('there is no subscription; surf notify WORKFLOW https://example.org/hook makes one');
    return EXIT.succeeded;
  };

async function log(
  call: Call,
  notifications: Notifications,
  workflow: SubscriptionOwner,
  name: string,
): Promise<ExitCode> {
  const messages = await notifications.log(workflow, name);
  for (const message of messages) {
    if (call.json) await call.terminal.json(message);
    else await call.terminal.line(messageLine(message));
  }
  if (messages.length === 0 && !call.json) call.terminal.note(`${name} has no messages yet`);
  return EXIT.succeeded;
}

async function shown(call: Call, one: ListedSubscription | SubscriptionWithSecret): Promise<ExitCode> {
  if (call.json) await call.terminal.json(one);
  else for (const line of linesOf(one)) await call.terminal.line(line);
  if (!call.json && 'secret' in one && one.secret !== null)
    call.terminal.note('Surf shows the secret this once: the target checks signatures with it');
  return EXIT.succeeded;
}

/** Prints the message that was sent. Exit code 1 if its target refused it. */
async function sent(call: Call, message: ListedMessage): Promise<ExitCode> {
  if (call.json) await call.terminal.json(message);
  else await call.terminal.line(messageLine(message));
  return message.last !== null && message.last.why !== null ? EXIT.failed : EXIT.succeeded;
}

function linesOf(one: ListedSubscription | SubscriptionWithSecret): string[] {
  const { name, url, email, topic, events, watch, atMostEveryMinutes: every, enabled, pending, oldSecretUntil } = one;
  const watched = Object.entries(watch).filter(([, value]) => value !== null);
  return [
    `${name}  ${printable(url ?? topic ?? email.join(', '))}${enabled ? '' : '  (off)'}`,
    `  on        ${events.join(', ')}${every === 0 ? '' : `; at most one message in ${every} minutes`}`,
    ...watched.map(([field, value]) => `  ${field.padEnd(8)}  ${printable(String(value))}`),
    ...(pending === 0 ? [] : [`  waits     ${pending} events, for the next message`]),
    ...(oldSecretUntil === null ? [] : [`  secret    the previous one signs, too, until ${oldSecretUntil}`]),
    ...('secret' in one && one.secret !== null ? [`  secret    ${one.secret}`] : []),
  ];
}

function messageLine({ id, createdAt, types, state, attempts, nextTryAt, last }: ListedMessage): string {
  const tried = last === null ? '' : `  ${printable(last.why ?? `answered ${last.status} in ${last.ms} ms`)}`;
  const note = last === null || last.note === null ? '' : `; ${printable(last.note)}`;
  const next = nextTryAt === null || last === null ? '' : `; next try ${nextTryAt}`;
  return `${createdAt}  ${id}  ${types.join(',')}  ${state}, ${counted(attempts, 'try', 'tries')}${tried}${note}${next}`;
}
