import type { Scene } from '#test/attack/attack.ts';
import { apiBodies } from '#test/attack/scenes/api-bodies.ts';
import { apiClients } from '#test/attack/scenes/api-clients.ts';
import { apiWork } from '#test/attack/scenes/api-work.ts';
import { archive } from '#test/attack/scenes/archive.ts';
import { bombs, manyLarge } from '#test/attack/scenes/bombs.ts';
import { closedNetwork } from '#test/attack/scenes/closed-network.ts';
import { heads } from '#test/attack/scenes/heads.ts';
import { openNetwork, rebinding } from '#test/attack/scenes/open-network.ts';
import { pages } from '#test/attack/scenes/pages.ts';
import { robots } from '#test/attack/scenes/robots.ts';
import { sitemapBombs, sitemaps } from '#test/attack/scenes/sitemaps.ts';
import { slow } from '#test/attack/scenes/slow.ts';
import { terminal } from '#test/attack/scenes/terminal.ts';
import { traps } from '#test/attack/scenes/traps.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';

/** Attacks by a hostile web, in the order in which they are printed. */
export const WEB_SCENES: readonly Scene[] = [
  closedNetwork,
  openNetwork,
  rebinding,
  ...bombs,
  manyLarge,
  heads,
  slow,
  robots,
  sitemaps,
  ...sitemapBombs,
  pages,
  archive,
  terminal,
  traps,
];

/** Attacks by users, by neighbours on the machine, and by the machine itself. */
export const STAGED_SCENES: readonly StagedScene[] = [apiBodies, apiWork, apiClients];

/** The whole suite. */
export const SCENES: readonly (Scene | StagedScene)[] = [...WEB_SCENES, ...STAGED_SCENES];
