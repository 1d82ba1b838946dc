import type { MessagePlace } from '#adapters/aws/notify/message-clients.ts';
import { snsTopics } from '#adapters/aws/notify/sns-topics.ts';
import {
  type IncidentPorts,
  type ToldIncidents,
  tellIncidents,
  type WatchedRows,
} from '#engine/incidents/tell-incidents.ts';
import { SETTINGS } from '../settings/settings.env.ts';
import type { FunctionEnvironment } from '../settings/settings.ts';

const MINUTE_MS = 60_000;
/** Name of the operator's topic among those that a function may tell. */
const TOPIC = 'operator';

/** Tells the operator's topic of incidents. */
export type IncidentWatch = (ports: Omit<IncidentPorts, 'publish'>, rows: WatchedRows) => Promise<ToldIncidents>;

/** Null if alarms are switched off. */
export function incidentWatch(environment: FunctionEnvironment, place: MessagePlace): IncidentWatch | null {
  const settings = environment[SETTINGS.incidents];
  if (settings === undefined) return null;
  const { topic, url, usdPerDay, waveMinutes } = settings;
  const topics = snsTopics(place, { [TOPIC]: topic });
  const bounds = { usdPerDay, waveMs: waveMinutes * MINUTE_MS };
  const deployment = { stage: environment[SETTINGS.stage], url: url.replace(/\/$/, '') };
  return (ports, rows) =>
    tellIncidents(
      { ...ports, publish: ({ id, subject, text }) => topics.publish({ topic: TOPIC, id, subject, body: text }) },
      rows,
      { deployment, bounds },
    );
}
