import type { ReactNode } from 'react';

const WIDTH = 240;
const HEIGHT = 48;

/** A line chart of recent values, scaled to the highest one. */
export function Sparkline({
  values,
  label,
}: {
  readonly values: readonly number[];
  readonly label: string;
}): ReactNode {
  if (values.length < 2) return <div className="sparkline" />; // reserves the height: no layout shift
  const top = Math.max(...values, 0.001);
  const step = WIDTH / (values.length - 1);
  const points = values.map(
    (value, i) => `${(i * step).toFixed(1)},${(HEIGHT - 3 - (value / top) * (HEIGHT - 6)).toFixed(1)}`,
  );
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}

/** A meter for the used share of a limit. */
export function Meter({
  value,
  most,
  label,
}: {
  readonly value: number;
  readonly most: number;
  readonly label: string;
}): ReactNode {
  const share = most === 0 ? 1 : Math.min(1, value / most);
  return (
    <meter className="meter" aria-label={label} value={share} high={0.9} optimum={0}>
      {Math.round(share * 100)} %
    </meter>
  );
}
