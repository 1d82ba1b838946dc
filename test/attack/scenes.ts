import type { Scene } from '#test/attack/attack.ts';
import { apiBodies } from '#test/attack/scenes/api/api-bodies.ts';
import { apiClients } from '#test/attack/scenes/api/api-clients.ts';
import { apiWork } from '#test/attack/scenes/api/api-work.ts';
import { rights } from '#test/attack/scenes/api/rights.ts';
import { secretStore } from '#test/attack/scenes/api/secret-store.ts';
import { secrets } from '#test/attack/scenes/api/secrets.ts';
import { archive } from '#test/attack/scenes/content/archive.ts';
import { bombs, manyLarge } from '#test/attack/scenes/content/bombs.ts';
import { defaultTraps } from '#test/attack/scenes/content/default-traps.ts';
import { exportNames } from '#test/attack/scenes/content/exports.ts';
import { pages } from '#test/attack/scenes/content/pages.ts';
import { robots } from '#test/attack/scenes/content/robots.ts';
import { sitemapBombs, sitemaps } from '#test/attack/scenes/content/sitemaps.ts';
import { traps } from '#test/attack/scenes/content/traps.ts';
import { clockJumps } from '#test/attack/scenes/machine/clock.ts';
import { damagedFolder } from '#test/attack/scenes/machine/damaged-folder.ts';
import { deadDriver } from '#test/attack/scenes/machine/dead-driver.ts';
import { fullDisk } from '#test/attack/scenes/machine/full-disk.ts';
import { lostFolder } from '#test/attack/scenes/machine/lost-folder.ts';
import { noFiles } from '#test/attack/scenes/machine/no-files.ts';
import { noMemory } from '#test/attack/scenes/machine/no-memory.ts';
import { rivals } from '#test/attack/scenes/machine/rivals.ts';
import { terminal } from '#test/attack/scenes/machine/terminal.ts';
import { closedNetwork } from '#test/attack/scenes/network/closed-network.ts';
import { cookieLoops, cookiesKept } from '#test/attack/scenes/network/cookies.ts';
import { crowd } from '#test/attack/scenes/network/crowd.ts';
import { headerFloods, longValues } from '#test/attack/scenes/network/header-floods.ts';
import { heads } from '#test/attack/scenes/network/heads.ts';
import { http2 } from '#test/attack/scenes/network/http2.ts';
import { openNetwork, rebinding } from '#test/attack/scenes/network/open-network.ts';
import { proxies } from '#test/attack/scenes/network/proxies.ts';
import { slow } from '#test/attack/scenes/network/slow.ts';
import { slowCrowds, slowPromises } from '#test/attack/scenes/network/slow-crowds.ts';
import { smuggledHeads, smuggling } from '#test/attack/scenes/network/smuggling.ts';
import { wildcardDns } from '#test/attack/scenes/network/wildcard-dns.ts';
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
  cookiesKept,
  ...proxies,
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
