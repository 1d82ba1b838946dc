import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

interface RecrawlProps {
  readonly busy: boolean;
  readonly onStart: (onlyChanged: boolean) => void;
  readonly onCancel: () => void;
}

/** Runs the workflow again: only for changed pages, or for all. */
export function RecrawlForm({ busy, onStart, onCancel }: RecrawlProps): ReactNode {
  return (
    <Panel title="Crawl again">
      <p>
        Surf starts a new execution of the newest version of the workflow and keeps this one. “Only changed pages”
        downloads a page only if it has changed; you can then delete this execution only after the new one. With a
        revisit policy, “All pages” also requests those that are not due.
      </p>
      <div className="actions">
        <Button kind="primary" icon="again" busy={busy} onClick={() => onStart(true)}>
          Only changed pages
        </Button>
        <Button busy={busy} onClick={() => onStart(false)}>
          All pages
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Panel>
  );
}
