import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/**
 * Confirms an action that cannot be undone. The native dialog traps the focus and closes on Escape.
 */
export function Confirm({ title, action, busy, onConfirm, onCancel, children }: ConfirmProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="dialog-title" onClose={onCancel}>
      <h2 id="dialog-title">{title}</h2>
      <div>{children}</div>
      <div className="actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="danger" onClick={onConfirm} busy={busy}>
          {action}
        </Button>
      </div>
    </dialog>
  );
}
