import { acceptsType, parseMediaType } from '#core/fetch/headers/media-type.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/**
 * Images, CSS and scripts: pages only with `output.resources`, or when `acceptTypes` names them
 * itself.
 */
const RESOURCE = /^(?:image\/.+|text\/css|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/;
/** Wildcards that would include resources incidentally. */
const WIDE: ReadonlySet<string> = new Set(['text/*', '*+xml']);

/**
 * Decides by the Content-Type which answers are pages (semantics.md, "What is a page, and what is
 * archived").
 */
export class PageTypes {
  readonly #accepted: readonly string[];
  readonly #named: readonly string[];
  readonly #resources: boolean;
  /** A site has few types. */
  readonly #verdicts = new Map<string, boolean>();

  constructor(workflow: Workflow) {
    this.#accepted = workflow.fetch.acceptTypes;
    this.#named = this.#accepted.filter((type) => !WIDE.has(type.toLowerCase()));
    this.#resources = workflow.output.resources;
  }

  /**
   * @param contentType the header's value; null when there is none: then the body decides what it
   * is, and HTML is expected
   */
  isPage(contentType: string | null): boolean {
    const header = contentType ?? 'text/html';
    const known = this.#verdicts.get(header);
    if (known !== undefined) return known;
    const type = parseMediaType(header)?.type ?? 'text/html';
    const verdict = RESOURCE.test(type)
      ? this.#resources || acceptsType(this.#named, type)
      : acceptsType(this.#accepted, type);
    if (this.#verdicts.size < 1_000) this.#verdicts.set(header, verdict);
    return verdict;
  }
}
