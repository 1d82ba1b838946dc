import type { ReactNode } from 'react';
import type { Execution } from '#api/client/schema.ts';
import { counted } from '../quantity.ts';
import { Foreign } from '../ui/address.tsx';
import { Icon } from '../ui/icon.tsx';

/** Seeds that brought no page, and why: an error where the crawl failed for it, else a warning. */
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
          {status === 'failed' ? 'No page was fetched.' : `${counted(count, 'seed')} brought no page.`}
        </p>
        <ul>
          {first.map(({ url, why }) => (
            <li key={url} className="breakable">
              <Foreign text={url} most={200} />: <Foreign text={why} most={300} />
            </li>
          ))}
        </ul>
        {left > 0 && <p className="fine">and {counted(left, 'other seed')}</p>}
      </div>
    </div>
  );
}
