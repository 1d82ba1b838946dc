interface HtmlPolicy {
  createHTML(html: string): string;
}

/** Trusted Types, if the browser supports them. TypeScript's DOM types lack them. */
interface PolicyMaker {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): HtmlPolicy;
}

const maker = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes;
/** The only policy that the CSP allows: only here a string becomes HTML, for a sandboxed frame. */
const policy = maker?.createPolicy('surf-frame', { createHTML: (html) => html });

/**
 * Goes first in the frame and blocks every load. Without it, a relative image would request this
 * server.
 */
const FRAME_CSP = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">';

/** Untrusted HTML for the `srcdoc` of a frame with an empty `sandbox`. */
export const sandboxedHtml = (html: string): string => policy?.createHTML(FRAME_CSP + html) ?? FRAME_CSP + html;
