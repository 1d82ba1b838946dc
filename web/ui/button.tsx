import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from '../browser/router.tsx';
import { Icon, type IconName } from './icon.tsx';

type Kind = 'primary' | 'plain' | 'danger' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind;
  readonly icon?: IconName;
  /** A request is in flight: the button is disabled. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A button that performs an action. */
export function Button({ kind = 'plain', icon, busy = false, children, disabled, ...rest }: ButtonProps): ReactNode {
  return (
    <button type="button" {...rest} className={`button ${kind}`} disabled={disabled === true || busy} aria-busy={busy}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link styled as a button. */
export function ButtonLink({
  to,
  kind = 'plain',
  icon,
  children,
}: {
  readonly to: string;
  readonly kind?: Kind;
  readonly icon?: IconName;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link to={to} className={`button ${kind}`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Link>
  );
}
