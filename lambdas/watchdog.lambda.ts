import { lambdaEvent } from '#adapters/aws/calls/lambda-call.ts';
import { sesMail } from '#adapters/aws/notify/ses-mail.ts';
import { snsTopics } from '#adapters/aws/notify/sns-topics.ts';
import { createWebhookSender } from '#adapters/http/webhook/webhook-sender.ts';
import { ownerCaller } from '#api/schedules/owner-caller.ts';
import { startDue } from '#api/schedules/start-due.ts';
import { ownerRights } from '#core/identity/owner-rights.ts';
import { rescueStalled } from '#engine/finish/rescue-stalled.ts';
import { requestedPageNews } from '#engine/notify/pages/requested-page-news.ts';
import { tellNews } from '#engine/notify/tell-news.ts';
import { startWaiting } from '#engine/start/start-waiting.ts';
import { findNewsBy } from './builds/comparison-ticket.ts';
import { incidentWatch } from './incidents/incident-watch.ts';
import { firstRunEvent } from './run/first-run-event.ts';
import { SETTINGS } from './settings/settings.env.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { environment, telemetry, open, place } = openWiring({ firstRuns: firstRunEvent });
const { [SETTINGS.defaults]: defaults, [SETTINGS.roles]: roles, [SETTINGS.notifications]: channels } = environment;
const plugins = environment[SETTINGS.plugins];
/** Time limit for handing over an event, which Lambda accepts at once. */
const HAND_OVER_MS = 10_000;
const compare = lambdaEvent({ ...place, name: environment[SETTINGS.index], timeoutMs: HAND_OVER_MS });
/** Time for messages, of the function's 120 seconds; an attempt that has begun takes ten more. */
const TELLING_SECONDS = 60;
const send = createWebhookSender();
const mail = channels.email === null ? null : sesMail(place, channels.email);
const topics = snsTopics(place, channels.topics);
const tellOperator = incidentWatch(environment, place);

/**
 * Every five minutes → the next run of executions past their deadline, first runs that waited for
 * others of their owner, due schedules, and messages of subscriptions. Comparing two executions
 * takes too long: `index` finds events about pages, and a later call sends them. Tells the operator
 * of incidents; where it cannot, it fails at its end, which is an alarm.
 */
export const handler = async (_event: unknown, call: LambdaCall): Promise<void> => {
  try {
    const ports = open(call.awsRequestId);
    const { started, late, failed } = await rescueStalled(ports);
    const going = await startWaiting(ports);
    const incidents = await tellOperator?.(ports, { going, late });
    for (const { execution, why } of failed) telemetry.problem('not started', { execution, why });
    const callerOf = (owner: string) => ownerCaller(ports.accounts, owner, roles);
    // Only `advance` reads secrets: without one the execution pauses before its first request.
    const { secrets: _, ...others } = ports;
    const due = await startDue({ ...others, plugins, callerOf, ...(defaults !== undefined && { defaults }) });
    for (const { workflow, name, why } of due.faults)
      telemetry.problem('schedule not looked at', { workflow, name, why });
    const told = await tellNews(
      {
        catalog: ports.catalog,
        subscriptions: ports.subscriptions,
        clock: ports.clock,
        random: ports.random,
        send,
        mail,
        topics,
        pageNews: requestedPageNews({ ...ports, start: findNewsBy(compare) }),
        callerOf,
        isPrivateOpen: defaults?.settings.allowPrivateNetwork === true,
        mayReachPrivate: async (owner) => (await ownerRights(ports.accounts, owner)).allowPrivateNetwork,
      },
      TELLING_SECONDS,
    );
    for (const { workflow, name, why } of told.faults)
      telemetry.problem('subscription not looked at', { workflow, name, why });
    telemetry.line('watchdog', {
      started,
      failed: failed.length,
      late: late.length,
      incidents: incidents?.told ?? 0,
      scheduled: due.started.length,
      messages: told.delivered,
      messagesRefused: told.failed,
    });
    if (typeof incidents?.why === 'string') throw new Error(`the operator cannot be notified: ${incidents.why}`);
  } finally {
    telemetry.flush();
  }
};
