import * as z from 'zod';

/**
 * Functions of a program that a crawl calls. A plan names those of its wave: with them a crawl
 * depends on more than the site.
 */
export const HOOK_NAMES = ['onLink', 'onPage', 'onRequest'] as const;
export const HookName = z.enum(HOOK_NAMES);
export type HookName = z.infer<typeof HookName>;

/**
 * Reasons of a program to refuse a link:
 * - `unwanted`: its content is of no use
 * - `known`: the program has the page already
 * - `quota`: the program has enough pages of this kind
 * - `forbidden`: a rule of the program forbids the request
 */
export const LINK_REFUSALS = ['unwanted', 'known', 'quota', 'forbidden'] as const;
export const LinkDecision = z.enum(['follow', ...LINK_REFUSALS]);
export type LinkDecision = z.infer<typeof LinkDecision>;

/** Calls a hook in the main thread. Rejects when it fails. */
export type CallHook = (name: HookName, url: string) => Promise<unknown>;
