import type { ReactNode } from 'react';
import type { DeadSeed, Execution } from '#api/client/schema.ts';
import { plural } from '../../text/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

interface OfExecution {
  readonly execution: Execution;
}

/** Seeds that led to no page, with reasons: an error if the crawl failed, else a warning. */
export function DeadSeeds({ execution: { status, deadSeeds } }: OfExecution): ReactNode {
  const failed = status === 'failed';
  const title = failed ? 'No page was fetched.' : `${plural(deadSeeds.count, 'seed')} led to no page.`;
  return <DeadAddresses title={title} dead={deadSeeds} noun="seed" failed={failed} />;
}

/** Sitemaps of the workflow that could not be read, with reasons. */
export function DeadSitemaps({ execution: { deadSitemaps } }: OfExecution): ReactNode {
  const title = `${plural(deadSitemaps.count, 'sitemap')} could not be read, so pages may be missing.`;
  return <DeadAddresses title={title} dead={deadSitemaps} noun="sitemap" failed={false} />;
}

interface DeadAddressesProps {
  readonly title: string;
  readonly dead: { readonly count: number; readonly first: readonly DeadSeed[] };
  readonly noun: string;
  readonly failed: boolean;
}

function DeadAddresses({ title, dead: { count, first }, noun, failed }: DeadAddressesProps): ReactNode {
  if (count === 0) return null;
  const left = count - first.length;
  return (
    <div className={`notice seeds ${failed ? 'bad' : 'warn'}`} role={failed ? 'alert' : 'note'}>
      <Icon name="warn" />
      <div>
        <p className="strong">{title}</p>
        <ul>
          {first.map(({ url, why, remedy }, index) => (
            <li key={url} className="breakable">
              <UntrustedText text={url} maxLength={200} />: <UntrustedText text={why} maxLength={300} />
              {remedy !== null && remedy !== first[index + 1]?.remedy && <p className="fine">{remedy}</p>}
            </li>
          ))}
        </ul>
        {left > 0 && <p className="fine">and {plural(left, `other ${noun}`)}</p>}
      </div>
    </div>
  );
}
