import { type ReactNode, useEffect, useRef } from 'react';

interface PanelProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** No padding: for tables. */
  readonly flush?: boolean;
}

/**
 * A titled section. It is not a landmark: a view has up to a dozen, and headings navigate as well.
 */
export function Panel({ title, aside, children, flush = false }: PanelProps): ReactNode {
  return (
    <section className={flush ? 'panel flush' : 'panel'}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      <div className="panel-body">{children}</div>
    </section>
  );
}

interface PageHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}

/** The header of a view: title, lead and actions. The tab of the browser has the same title. */
export function PageHead({ title, lead, actions }: PageHeadProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${heading.current?.textContent} · Surf`;
  });
  return (
    <div className="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <div className="lead">{lead}</div>}
      </div>
      {actions !== undefined && <div className="actions">{actions}</div>}
    </div>
  );
}

/** Labelled figures. */
export function Figures({
  items,
}: {
  readonly items: readonly (readonly [name: string, value: ReactNode, more?: ReactNode])[];
}): ReactNode {
  return (
    <dl className="figures">
      {items.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {more !== undefined && <dd className="fine">{more}</dd>}
        </div>
      ))}
    </dl>
  );
}
