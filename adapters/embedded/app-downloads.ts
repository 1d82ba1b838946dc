import type { Downloads } from '#core/archive/downloads.ts';

/** No links: the server on this machine sends every byte itself, as slowly as it is read. */
export const appDownloads: Downloads = {
  mostAnswerBytes: null,
  link: async () => null,
};
