/** Namespace of an open element. */
type Namespace = 'svg' | 'math' | 'html';

interface Open {
  readonly name: string;
  readonly namespace: Namespace;
  /**
   * html: HTML start tags inside are HTML again; text: all but two are (HTML §13.2.4.2 integration
   * points).
   */
  readonly point: 'html' | 'text' | null;
}

/**
 * HTML §13.2.6.5: start tags that end foreign content. `font` only with one of three attributes.
 */
const BREAKOUT: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s ' +
    'small span strong strike sub sup table tt u ul var'
  ).split(' '),
);
const VOID: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr'.split(' '),
);
const SVG_POINTS: ReadonlySet<string> = new Set(['foreignobject', 'desc', 'title']);
const MATH_TEXT_POINTS: ReadonlySet<string> = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);
/** Deeper elements are not kept: no page nests so deep, and each is a string in memory. */
const MAX_DEPTH = 512;

/** The part of a start tag that the rules of foreign content read. */
export interface ForeignTag {
  readonly name: string;
  readonly selfClosing: boolean;
  /** `encoding` of an annotation-xml. */
  readonly encoding: string | null;
  /** A `font` with color, face or size. */
  readonly styledFont: boolean;
}

/**
 * The open elements since the outermost `<svg>` or `<math>`: in there `<style>`, `<title>` and
 * `<script>` are ordinary elements and CDATA sections exist.
 *
 * Knows no open elements outside, nor HTML's implied end tags. Hence two departures, both to the
 * safe side (content is read as HTML again, so that script text is never taken for tags): an HTML
 * end tag that matches nothing inside ends foreign content, open outside or not; and an HTML
 * element left open in an integration point keeps that open.
 */
export class ForeignContent {
  readonly #open: Open[] = [];

  /** Are there no open foreign elements? Then everything is HTML. */
  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** Is the current element a foreign one? Then `<![CDATA[` starts a section. */
  get isForeign(): boolean {
    const top = this.#open.at(-1);
    return top !== undefined && top.namespace !== 'html';
  }

  /** @returns is the tag one of HTML? Else it was a foreign element's. */
  start(tag: ForeignTag): boolean {
    const top = this.#open.at(-1);
    if (top !== undefined && !isHtmlIn(top, tag.name)) {
      if (!BREAKOUT.has(tag.name) && !tag.styledFont) {
        this.#push(tag, top.namespace);
        return false;
      }
      this.#leave();
    }
    if (tag.name === 'svg' || tag.name === 'math') {
      this.#push(tag, tag.name);
      return false;
    }
    if (!this.isEmpty && !VOID.has(tag.name)) this.#push({ ...tag, selfClosing: false }, 'html');
    return true;
  }

  /** @returns is the tag one of HTML? */
  end(name: string): boolean {
    if (this.isEmpty) return true;
    if (!this.isForeign) return this.#endHtml(name);
    if (name === 'br' || name === 'p') {
      this.#leave();
      return true;
    }
    for (let at = this.#open.length - 1; at >= 0 && this.#open[at]?.namespace !== 'html'; at -= 1)
      if (this.#open[at]?.name === name) {
        this.#open.length = at;
        return false;
      }
    this.#open.length = this.#open.findLastIndex((element) => element.namespace === 'html') + 1;
    return true;
  }

  /** An end tag within an integration point ends nothing outside of it. */
  #endHtml(name: string): boolean {
    for (let at = this.#open.length - 1; at >= 0 && this.#open[at]?.namespace === 'html'; at -= 1)
      if (this.#open[at]?.name === name) {
        this.#open.length = at;
        break;
      }
    return true;
  }

  /** Closes foreign elements up to an integration point or HTML. */
  #leave(): void {
    while (this.isForeign && this.#open.at(-1)?.point === null) this.#open.pop();
  }

  #push(tag: ForeignTag, namespace: Namespace): void {
    if (tag.selfClosing || this.#open.length >= MAX_DEPTH) return;
    this.#open.push({ name: tag.name, namespace, point: pointOf(tag, namespace) });
  }
}

function pointOf(tag: ForeignTag, namespace: Namespace): Open['point'] {
  if (namespace === 'svg') return SVG_POINTS.has(tag.name) ? 'html' : null;
  if (namespace === 'html') return null;
  if (MATH_TEXT_POINTS.has(tag.name)) return 'text';
  const html = tag.name === 'annotation-xml' && /^(?:text\/html|application\/xhtml\+xml)$/i.test(tag.encoding ?? '');
  return html ? 'html' : null;
}

/** HTML §13.2.6: is a start tag below `top` handled by the rules of HTML? */
function isHtmlIn(top: Open, name: string): boolean {
  if (top.namespace === 'html' || top.point === 'html') return true;
  if (top.point === 'text') return name !== 'mglyph' && name !== 'malignmark';
  return top.name === 'annotation-xml' && name === 'svg';
}
