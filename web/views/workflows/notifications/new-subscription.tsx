import { type FormEvent, type ReactNode, useState } from 'react';
import type { NewSubscription as Body, Me } from '#api/client/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';

type Channel = Me['channels'][number];
type EventName = Body['events'][number];

/** The subscription that the form saves. */
export interface SubscriptionDraft extends Pick<Body, 'events'> {
  readonly name: string;
  /** URL of a webhook. */
  readonly url: string | null;
  readonly email: string[];
  /** Name of an SNS topic. */
  readonly topic: string | null;
  readonly atMostEveryMinutes: number;
  readonly watch: { readonly urls: string | null; readonly selector: string | null; readonly word: string | null };
}

/** Events with their names in the console. */
export const EVENT_WORDS: Readonly<Record<EventName, string>> = {
  started: 'It started',
  ended: 'It ended, in any way',
  limited: 'It ended at a limit',
  failed: 'It failed',
  'budget-80': 'It has used 80 % of its budget',
  'nothing-fetched': 'It ended without one page',
  'page-changed': 'A page changed',
  'new-pages': 'There are new pages',
};
const NAMES = Object.keys(EVENT_WORDS) as EventName[];

const EMPTY = {
  name: 'ops',
  url: '',
  email: '',
  topic: '',
  events: ['ended'] as EventName[],
  every: '0',
  urls: '',
  selector: '',
  word: '',
};

type Typed = typeof EMPTY;

/** A subscription that is not saved yet. */
export function NewSubscription({
  busy,
  channels,
  onSave,
}: {
  readonly busy: boolean;
  /** Channels of the server; null while unknown. */
  readonly channels: readonly Channel[] | null;
  readonly onSave: (draft: SubscriptionDraft) => void;
}): ReactNode {
  const [draft, setDraft] = useState(EMPTY);
  const set = (change: Partial<Typed>): void => setDraft({ ...draft, ...change });
  const { name, url, email, topic, events, every, urls, selector, word } = draft;
  const pages = events.includes('page-changed') || events.includes('new-pages');
  const changes = events.includes('page-changed');
  const targets = [url, email, topic].filter((text) => text.trim() !== '').length;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const watch = { urls: given(urls, pages), selector: given(selector, changes), word: given(word, changes) };
    const to = email.split(',').map((address) => address.trim());
    const addresses = to.filter((address) => address !== '');
    const target = { url: given(url, true), email: addresses, topic: given(topic, true) };
    onSave({ name, ...target, events, atMostEveryMinutes: Number(every) || 0, watch });
  };
  return (
    <form className="form" onSubmit={submit} aria-label="New subscription">
      <div className="fields">
        <TextField label="Subscription" value={name} onChange={({ target }) => set({ name: target.value })} />
        <Targets draft={draft} set={set} channels={channels} />
        <TextField
          label="Minutes between messages"
          type="number"
          min={0}
          max={1440}
          value={every}
          onChange={({ target }) => set({ every: target.value })}
        />
      </div>
      {channels !== null && <Missing channels={channels} />}
      <Events events={events} onChange={(next) => set({ events: next })} />
      {pages && <Watched draft={draft} set={set} />}
      <div className="row">
        <Button type="submit" icon="plus" busy={busy} disabled={targets !== 1 || name === '' || events.length === 0}>
          Save subscription
        </Button>
      </div>
    </form>
  );
}

interface TargetsProps {
  readonly draft: Typed;
  readonly set: (change: Partial<Typed>) => void;
  readonly channels: readonly Channel[] | null;
}

/** Recipient fields for the channels that the server has. */
function Targets({ draft: { url, email, topic }, set, channels }: TargetsProps): ReactNode {
  return (
    <>
      <TextField
        label="Webhook"
        type="url"
        placeholder="https://example.org/hook"
        value={url}
        onChange={({ target }) => set({ url: target.value })}
      />
      {channels?.includes('email') === true && (
        <TextField
          label="Or e-mail to"
          placeholder="anna@example.org, bert@example.org"
          value={email}
          onChange={({ target }) => set({ email: target.value })}
        />
      )}
      {channels?.includes('topic') === true && (
        <TextField
          label="Or SNS topic"
          placeholder="crawl-news"
          value={topic}
          onChange={({ target }) => set({ topic: target.value })}
        />
      )}
    </>
  );
}

/** Tells the operator how to enable the server's missing channels. */
function Missing({ channels }: { readonly channels: readonly Channel[] }): ReactNode {
  if (channels.includes('email') && channels.includes('topic')) return null;
  return (
    <p className="fine">
      {!channels.includes('email') && (
        <>
          This server sends no e-mail: <code>mail.json</code> in its data folder enables it, in a deployment{' '}
          <code>notifications.emailFrom</code>.{' '}
        </>
      )}
      {!channels.includes('topic') && (
        <>
          SNS topics need a deployment with <code>notifications.topics</code>.
        </>
      )}
    </p>
  );
}

/** Fields that select the watched pages. */
function Watched({
  draft: { events, urls, selector, word },
  set,
}: {
  readonly draft: Typed;
  readonly set: (change: Partial<Typed>) => void;
}): ReactNode {
  return (
    <div className="fields">
      <TextField
        label="Only URLs that match"
        placeholder="/shop/*"
        value={urls}
        onChange={({ target }) => set({ urls: target.value })}
      />
      {events.includes('page-changed') && (
        <>
          <TextField
            label="Only text of (CSS selector)"
            placeholder=".price"
            value={selector}
            onChange={({ target }) => set({ selector: target.value })}
          />
          <TextField
            label="Appears or vanishes"
            placeholder="sold out"
            value={word}
            onChange={({ target }) => set({ word: target.value })}
          />
        </>
      )}
    </div>
  );
}

const given = (text: string, isAsked: boolean): string | null => (isAsked && text.trim() !== '' ? text.trim() : null);

function Events({
  events,
  onChange,
}: {
  readonly events: readonly EventName[];
  readonly onChange: (events: EventName[]) => void;
}): ReactNode {
  return (
    <fieldset className="fields">
      <legend>Events</legend>
      {NAMES.map((name) => (
        <Checkbox
          key={name}
          label={EVENT_WORDS[name]}
          checked={events.includes(name)}
          onChange={(isOn) => onChange(NAMES.filter((one) => (one === name ? isOn : events.includes(one))))}
        />
      ))}
    </fieldset>
  );
}
