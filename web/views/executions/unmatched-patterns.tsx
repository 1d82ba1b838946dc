import type { ReactNode } from 'react';
import type { Execution } from '#api/client/schema.ts';
import { plural } from '../../text/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/**
 * Warns at the end about patterns that matched no URL, and about include patterns or a topic that
 * let no link through.
 */
export function UnmatchedPatterns({ execution: { endedAt, patterns } }: { readonly execution: Execution }): ReactNode {
  const { unmatched, nothingIncluded, nothingOnTopic } = patterns;
  if ((unmatched.count === 0 && nothingOnTopic === null) || endedAt === null) return null;
  const left = unmatched.count - unmatched.first.length;
  return (
    <div className="notice seeds warn" role="note">
      <Icon name="warn" />
      <div>
        {nothingIncluded !== null && (
          <p className="strong breakable">
            The include patterns let no link through; only the seeds were crawled. They skipped{' '}
            {plural(nothingIncluded.skipped, 'URL')}, for example{' '}
            <UntrustedText text={nothingIncluded.example} maxLength={200} />
          </p>
        )}
        {nothingOnTopic !== null && (
          <p className="strong breakable">
            The focus let no link through; only the seeds were crawled. It skipped{' '}
            {plural(nothingOnTopic.skipped, 'URL')}; the best scores {nothingOnTopic.best.score.toFixed(2)}:{' '}
            <UntrustedText text={nothingOnTopic.best.url} maxLength={200} />. Lower the threshold, or give more words.
          </p>
        )}
        {unmatched.count > 0 && <p className="strong">{plural(unmatched.count, 'pattern')} matched no URL.</p>}
        <ul>
          {unmatched.first.map(({ field, pattern }) => (
            <li key={`${field} ${pattern}`} className="breakable">
              {field}: <UntrustedText text={pattern} maxLength={200} />
            </li>
          ))}
        </ul>
        {left > 0 && <p className="fine">and {plural(left, 'other pattern')}</p>}
      </div>
    </div>
  );
}
