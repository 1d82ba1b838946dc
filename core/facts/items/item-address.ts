import { MOST_VALUE_LENGTH } from '#core/facts/items/structured-item.ts';

/** Gives an address of an item, relative to its page as written, in full. */
export type ResolveAddress = (written: string) => string;

/** Addresses with a scheme (RFC 3986 §3.1), and names of blank nodes. */
const IN_FULL = /^(?:[a-z][a-z0-9+.-]*|_):/i;

/**
 * Resolves relative addresses against that of the page and its `base` element; addresses in full
 * stay as they are written, with their fragments, and so do those that would be too long.
 * @param page its address; null: unknown, and nothing is resolved
 * @param base what the page's `base` element names now
 * @see https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url
 */
export function addressResolver(page: string | null, base: () => string | null): ResolveAddress {
  if (page === null) return (written) => written;
  let root = page;
  let named: string | null = null;
  return (written) => {
    const address = written.trim();
    if (IN_FULL.test(address)) return address;
    const names = base();
    if (names !== null && names !== named) {
      named = names;
      root = URL.parse(names, page)?.href ?? page;
    }
    const resolved = URL.parse(address, root)?.href ?? address;
    return resolved.length > MOST_VALUE_LENGTH ? address : resolved;
  };
}

/**
 * Properties whose texts are addresses: the context of schema.org 12.0 gives them the type `@id`.
 * `url`, `image` and `sameAs` are nearly all that pages have.
 * @see https://schema.org/docs/jsonldcontext.jsonld
 */
const OF_ADDRESSES: ReadonlySet<string> = new Set(
  (
    'acquireLicensePage actionableFeedbackPolicy additionalType afterMedia beforeMedia benefitsSummaryUrl ' +
    'codeRepository colleague contentUrl correctionsPolicy discussionUrl diseasePreventionInfo ' +
    'diseaseSpreadStatistics diversityPolicy diversityStaffingReport documentation downloadUrl duringMedia ' +
    'embedUrl ethicsPolicy gameLocation gettingTestedInfo hasMap healthPlanMarketingUrl image inCodeSet ' +
    'inDefinedTermSet installUrl isBasedOn isBasedOnUrl isPartOf labelDetails layoutImage license logo ' +
    'mainEntityOfPage map maps masthead merchantReturnLink missionCoveragePrioritiesPolicy ' +
    'newsUpdatesAndGuidelines noBylinesPolicy paymentUrl prescribingInfo productReturnLink ' +
    'publicTransportClosuresInfo publishingPrinciples quarantineGuidelines relatedLink replyToUrl sameAs ' +
    'schoolClosuresInfo screenshot sdLicense season serviceUrl shippingSettingsLink significantLink ' +
    'significantLinks speakable targetUrl thumbnailUrl tourBookingPage trackingUrl travelBans ' +
    'unnamedSourcesPolicy url usageInfo verificationFactCheckingPolicy webFeed'
  ).split(' '),
);

/**
 * Whether a text of JSON-LD is an address. The context takes any text of these properties for one;
 * pages also write names there: `"gameLocation": "Rivet City"`.
 */
export const isAddressOf = (property: string, text: string): boolean =>
  OF_ADDRESSES.has(property) && /[/.#?]/.test(text) && !/\s/.test(text);
