import type { Scene } from '#test/attack/attack.ts';
import { apiBodies } from '#test/attack/scenes/api-bodies.ts';
import { apiClients } from '#test/attack/scenes/api-clients.ts';
import { apiWork } from '#test/attack/scenes/api-work.ts';
import { archive } from '#test/attack/scenes/archive.ts';
import { bombs, manyLarge } from '#test/attack/scenes/bombs.ts';
import { clockJumps } from '#test/attack/scenes/clock.ts';
import { closedNetwork } from '#test/attack/scenes/closed-network.ts';
import { cookieLoops } from '#test/attack/scenes/cookies.ts';
import { crowd } from '#test/attack/scenes/crowd.ts';
import { damagedFolder } from '#test/attack/scenes/damaged-folder.ts';
import { deadDriver } from '#test/attack/scenes/dead-driver.ts';
import { defaultTraps } from '#test/attack/scenes/default-traps.ts';
import { exportNames } from '#test/attack/scenes/exports.ts';
import { fullDisk } from '#test/attack/scenes/full-disk.ts';
import { headerFloods, longValues } from '#test/attack/scenes/header-floods.ts';
import { heads } from '#test/attack/scenes/heads.ts';
import { http2 } from '#test/attack/scenes/http2.ts';
import { lostFolder } from '#test/attack/scenes/lost-folder.ts';
import { noFiles } from '#test/attack/scenes/no-files.ts';
import { noMemory } from '#test/attack/scenes/no-memory.ts';
import { openNetwork, rebinding } from '#test/attack/scenes/open-network.ts';
import { pages } from '#test/attack/scenes/pages.ts';
import { rights } from '#test/attack/scenes/rights.ts';
import { rivals } from '#test/attack/scenes/rivals.ts';
import { robots } from '#test/attack/scenes/robots.ts';
import { secretStore } from '#test/attack/scenes/secret-store.ts';
import { secrets } from '#test/attack/scenes/secrets.ts';
import { sitemapBombs, sitemaps } from '#test/attack/scenes/sitemaps.ts';
import { slow } from '#test/attack/scenes/slow.ts';
import { slowCrowds, slowPromises } from '#test/attack/scenes/slow-crowds.ts';
import { smuggledHeads, smuggling } from '#test/attack/scenes/smuggling.ts';
import { terminal } from '#test/attack/scenes/terminal.ts';
import { traps } from '#test/attack/scenes/traps.ts';
import { wildcardDns } from '#test/attack/scenes/wildcard-dns.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';

/** Attacks by a hostile web, in the order in which they are printed. */
export const WEB_SCENES: readonly Scene[] = [
  closedNetwork,
  openNetwork,
  rebinding,
  ...bombs,
  manyLarge,
  heads,
  longValues,
  ...headerFloods,
  smuggling,
  smuggledHeads,
  http2,
  slow,
  crowd,
  slowPromises,
  cookieLoops,
  robots,
  sitemaps,
  ...sitemapBombs,
  pages,
  archive,
  terminal,
  exportNames,
  traps,
];

/** Attacks by users, by neighbours on the machine, and by the machine itself. */
export const STAGED_SCENES: readonly StagedScene[] = [
  slowCrowds,
  defaultTraps,
  wildcardDns,
  rights,
  secrets,
  secretStore,
  fullDisk,
  damagedFolder,
  rivals,
  clockJumps,
  noFiles,
  deadDriver,
  lostFolder,
  noMemory,
  apiBodies,
  apiWork,
  apiClients,
];

/** The whole suite. */
export const SCENES: readonly (Scene | StagedScene)[] = [...WEB_SCENES, ...STAGED_SCENES];
