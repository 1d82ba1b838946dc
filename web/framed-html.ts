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

/** HTML of a stranger for the `srcdoc` of a frame with an empty `sandbox`. */
export const framed = (html: string): string => policy?.createHTML(html) ?? html;
