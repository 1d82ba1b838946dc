import { type FormEvent, type ReactNode, useState } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import { Link, navigate } from '../../browser/router.tsx';
import { isLocal, useConfig } from '../../query/use-config.ts';
import { useMutation } from '../../query/use-mutation.ts';
import { useSession } from '../../session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { SELECTION_EXAMPLE, SELECTION_HELP, selectionOf } from '../../workflow/selection-lines.ts';
import { isPrivateUrl, startExecution, toDefinition, withScheme } from '../../workflow/start-crawl.ts';

interface CrawlSettings {
  readonly urls: string;
  readonly mode: string;
  readonly pages: string;
  readonly depth: string;
  readonly delay: string;
  /** One value per line: `price: .price`. */
  readonly values: string;
  /** Null until the user chooses: the default depends on the server. */
  readonly allowPrivate: boolean | null;
}

const DEFAULTS: CrawlSettings = {
  urls: '',
  mode: 'host',
  pages: '500',
  depth: '5',
  delay: '1',
  values: '',
  allowPrivate: null,
};

const MODES = [
  ['host', 'The same host'],
  ['path', 'Below the URL'],
  ['domain', 'The whole domain'],
  ['any', 'Every linked site'],
] as const;

const seedsOf = ({ urls }: CrawlSettings): string[] =>
  urls
    .split(/\s+/)
    .filter((line) => line !== '')
    .map(withScheme);

/** The name of the workflow: the host of its first seed. */
const nameOf = ([first = 'crawl']: readonly string[]): string => (URL.parse(first)?.host || 'crawl').slice(0, 200);

async function start(client: SurfClient, settings: CrawlSettings, allowPrivateNetwork: boolean): Promise<string> {
  const seeds = seedsOf(settings);
  const selection = selectionOf(settings.values);
  const draft = {
    name: nameOf(seeds),
    seeds,
    scope: { mode: settings.mode },
    limits: { pages: limitOf(settings.pages), depth: limitOf(settings.depth) },
    politeness: { delaySeconds: limitOf(settings.delay) ?? 0 },
    ...(selection !== null && { selection }),
  };
  const workflow = answered(await client.POST('/v1/workflows', { body: toDefinition(draft) }));
  const { execution } = await startExecution(client, { workflow: workflow.id, allowPrivateNetwork });
  return execution;
}

/** Empty means no limit. Other text goes to the API, which explains what is allowed. */
function limitOf(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isNaN(value) ? trimmed : value;
}

interface SettingsProps {
  readonly settings: CrawlSettings;
  readonly change: (part: Partial<CrawlSettings>) => void;
}

/** A form with URL and limits. It saves a workflow and starts it. */
export function CrawlForm(): ReactNode {
  const { client } = useSession();
  const [settings, setSettings] = useState(DEFAULTS);
  const { busy, problem, mutate } = useMutation();
  const { value: config, loading } = useConfig();
  const hasPrivateSeed = seedsOf(settings).some(isPrivateUrl);
  const allowPrivate = hasPrivateSeed && (settings.allowPrivate ?? isLocal(config));
  const change = (part: Partial<CrawlSettings>): void => setSettings((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void mutate(async () => navigate(`executions/${await start(client, settings, allowPrivate)}`));
  };
  return (
    <form className="form" onSubmit={submit}>
      <UrlField settings={settings} change={change} demo={config?.demo ?? null} />
      <Bounds settings={settings} change={change} />
      <TextArea
        label="Values to extract from every page"
        rows={2}
        placeholder={SELECTION_EXAMPLE}
        value={settings.values}
        onChange={(event) => change({ values: event.target.value })}
        help={
          <>
            Optional. {SELECTION_HELP} <Link to="try">Try it</Link> shows what a selector finds.
          </>
        }
      />
      {hasPrivateSeed && !loading && (
        <Checkbox
          label="Allow URLs in my private network"
          checked={allowPrivate}
          onChange={(chosen) => change({ allowPrivate: chosen })}
          help="Surf skips them otherwise: a public page could link the crawl to your router."
        />
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
      <div className="actions">
        <Button type="submit" kind="primary" icon="play" busy={busy} disabled={seedsOf(settings).length === 0}>
          Start crawl
        </Button>
      </div>
    </form>
  );
}

/** Scope and limits. */
function Bounds({ settings, change }: SettingsProps): ReactNode {
  return (
    <div className="bounds">
      <Select
        label="What to crawl"
        options={MODES}
        value={settings.mode}
        onChange={(event) => change({ mode: event.target.value })}
      />
      <TextField
        label="Maximum pages"
        inputMode="numeric"
        value={settings.pages}
        onChange={(event) => change({ pages: event.target.value })}
        help="Empty: no limit."
      />
      <TextField
        label="Depth"
        inputMode="numeric"
        value={settings.depth}
        onChange={(event) => change({ depth: event.target.value })}
        help="0: only this URL."
      />
      <TextField
        label="Delay in seconds"
        inputMode="decimal"
        value={settings.delay}
        onChange={(event) => change({ delay: event.target.value })}
        help="Per host; 1 is polite."
      />
    </div>
  );
}

interface UrlFieldProps extends SettingsProps {
  readonly demo: string | null;
}

function UrlField({ settings, change, demo }: UrlFieldProps): ReactNode {
  return (
    <>
      <TextArea
        label="URL"
        rows={2}
        placeholder="https://example.org/"
        value={settings.urls}
        onChange={(event) => change({ urls: event.target.value })}
        help="Several URLs: one per line."
      />
      {demo !== null && (
        <div className="suggestion">
          <Button onClick={() => change({ urls: demo, delay: '0.1', values: SELECTION_EXAMPLE })}>
            Use the demo shop
          </Button>
          <span className="fine">No site at hand? This demo shop runs on your machine.</span>
        </div>
      )}
    </>
  );
}
