import type { ReactNode } from 'react';
import type { Execution } from '#api/client/schema.ts';
import { plural } from '../../text/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** Seeds that led to no page, with reasons: an error if the crawl failed, else a warning. */
export function DeadSeeds({ execution: { status, deadSeeds } }: { readonly execution: Execution }): ReactNode {
  const { count, first } = deadSeeds;
  if (count === 0) return null;
  const left = count - first.length;
  return (
    <div
      className={`notice seeds ${status === 'failed' ? 'bad' : 'warn'}`}
      role={status === 'failed' ? 'alert' : 'note'}
    >
      <Icon name="warn" />
      <div>
        <p className="strong">
          {status === 'failed' ? 'No page was fetched.' : `${plural(count, 'seed')} led to no page.`}
        </p>
        <ul>
          {first.map(({ url, why, remedy }) => (
            <li key={url} className="breakable">
              <UntrustedText text={url} maxLength={200} />: <UntrustedText text={why} maxLength={300} />
              {remedy !== null && <p className="fine">{remedy}</p>}
            </li>
          ))}
        </ul>
        {left > 0 && <p className="fine">and {plural(left, 'other seed')}</p>}
      </div>
    </div>
  );
}
