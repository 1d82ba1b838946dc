import type { Archive } from '#core/archive/archive.ts';
import type { Walks } from '#core/frontier/walks.ts';
import { type FrontierValue, readJson } from '#engine/frontier/crawl-state.ts';

/** The walks of a sample after their last step; null: none began. */
export const readWalks = async (archive: Archive, { walks }: Pick<FrontierValue, 'walks'>): Promise<Walks | null> =>
  walks === undefined ? null : readJson<Walks>(archive, walks.object, 'visits');
