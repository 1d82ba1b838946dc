/** A way to an object that does not lead through the app. */
export interface DownloadLink {
  /** Absolute; anyone who has it can read the object, without credentials. */
  readonly url: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Name and media type under which an object is saved. */
export interface DownloadName {
  /** Letters, digits, `.`, `_` and `-`. */
  readonly fileName: string;
  readonly mediaType: string;
}

/**
 * Links to archived objects for those who may read an execution. Embedded there are none: the app
 * itself sends the bytes.
 *
 * Every adapter promises: a link grants read access to that one object only; it expires after 15
 * minutes or sooner; the answer names `fileName` and `mediaType`, so that no browser displays the
 * content.
 */
export interface Downloads {
  /** Most bytes that one answer of the app may have; null: it sends however many there are. */
  readonly mostAnswerBytes: number | null;
  /** @returns null: the app is to send it itself */
  link(object: string, as: DownloadName): Promise<DownloadLink | null>;
}
