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
        The newest version of the workflow runs once more, as an execution of its own; this one stays. Pages that have
        not changed since are not fetched twice, if you ask for changes only; this execution is then kept until the new
        one is deleted.
      </p>
      <div className="actions">
        <Button kind="primary" icon="again" busy={busy} onClick={() => onStart(true)}>
          Only what has changed
        </Button>
        <Button busy={busy} onClick={() => onStart(false)}>
          Everything anew
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Panel>
  );
}
