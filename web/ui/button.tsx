import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from '../browser/router.tsx';
import { Icon, type IconName } from './icon.tsx';

type Kind = 'primary' | 'plain' | 'danger' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind;
  readonly icon?: IconName;
  /** Something is on its way: not to be pressed again. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** Does something. */
export function Button({ kind = 'plain', icon, busy = false, children, disabled, ...rest }: ButtonProps): ReactNode {
  return (
    <button type="button" {...rest} className={`button ${kind}`} disabled={disabled === true || busy} aria-busy={busy}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** Goes somewhere, and looks like a button. */
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
