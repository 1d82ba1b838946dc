import type { ReactNode } from 'react';

const WIDTH = 600;
const HEIGHT = 120;
const MARGIN = 4;

interface ShareChartProps {
  /** Shares from 0 to 1, in order of time; null if unknown. */
  readonly values: readonly (number | null)[];
  readonly label: string;
  /** Labels below the first and the last value. */
  readonly from: string;
  readonly to: string;
}

/** A line of shares over time, from 0 to 100 %. */
export function ShareChart({ values, label, from, to }: ShareChartProps): ReactNode {
  const step = WIDTH / Math.max(1, values.length - 1);
  const heightOf = (share: number): number => MARGIN + (1 - share) * (HEIGHT - 2 * MARGIN);
  const points = values.flatMap((value, i) =>
    value === null ? [] : [`${(i * step).toFixed(1)},${heightOf(value).toFixed(1)}`],
  );
  return (
    <figure className="share-chart">
      <div className="plot">
        <div className="fine scale" aria-hidden="true">
          <span>100 %</span>
          <span>50 %</span>
          <span>0 %</span>
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          {[0, 0.5, 1].map((share) => (
            <line key={share} x1={0} x2={WIDTH} y1={heightOf(share)} y2={heightOf(share)} />
          ))}
          <polyline points={points.join(' ')} />
        </svg>
      </div>
      <figcaption className="fine">
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}
