import type { Clock } from '#core/model/clock.ts';
import type { BodyPorts } from '#engine/export/export-ports.ts';

/** What exports of a data folder read. */
export interface ExportSource extends BodyPorts {
  readonly clock: Pick<Clock, 'now'>;
}
