import { SystemClock } from '#adapters/embedded/system-clock.ts';

/** For tests with faults: waits between tries a tenth as long. */
export class HastyClock extends SystemClock {
  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return super.sleep(ms / 10, signal);
  }
}
