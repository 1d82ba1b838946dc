interface HtmlPolicy {
  createHTML(html: string): string;
}

/** Trusted Types, where the browser has them: TypeScript's DOM does not know them yet. */
interface PolicyMaker {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): HtmlPolicy;
}

const maker = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes;
/** The CSP allows this one policy: a string becomes HTML here and nowhere else, for a sandboxed frame. */
const policy = maker?.createPolicy('surf-frame', { createHTML: (html) => html });

/** First in the frame, so that nothing of it is loaded, from us neither: without, a relative image would ask this server. */
const FRAME_CSP = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">';

/** HTML of a stranger for the `srcdoc` of a frame with an empty `sandbox`. */
export const sandboxedHtml = (html: string): string => policy?.createHTML(FRAME_CSP + html) ?? FRAME_CSP + html;
