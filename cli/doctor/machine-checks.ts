import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { type Finding, fine, reasonOf, wrong } from '#cli/doctor/finding.ts';
import { bytes } from '#cli/terminal/format.ts';

const MEBI = 1024 * 1024;
const LITTLE_MEMORY = 512 * MEBI;
/** Open files of a crawl of 100 hosts: as many connections, and its own files. */
const FEW_FILES = 1_024;

/** Checks what a crawl needs of the machine. */
export async function machineChecks(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  return [
    fine('node', `Node ${process.versions.node} on ${process.platform} ${process.arch}`),
    memoryCheck(),
    filesCheck(),
    proxyCheck(environment),
    await dnsCheck(),
  ];
}

function memoryCheck(): Finding {
  const free = process.availableMemory();
  if (free >= LITTLE_MEMORY) return fine('memory', `${bytes(free)} available`);
  const mend = 'end other programs, or crawl with --parallelism 1';
  return wrong('memory', 'warn', { says: `only ${bytes(free)} available: a large crawl needs up to 400 MB`, mend });
}

function filesCheck(): Finding {
  const limit = openFilesLimit();
  if (limit === null) return fine('open files', 'the system does not say how many this process can open');
  if (limit >= FEW_FILES) return fine('open files', `${limit} at most`);
  return wrong('open files', 'warn', {
    says: `${limit} at most: a crawl of many hosts needs more`,
    mend: 'ulimit -n 4096',
  });
}

/** Limit of open files, which Linux shows in a file; null elsewhere. */
function openFilesLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

function proxyCheck(environment: NodeJS.ProcessEnv): Finding {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const set = names.filter((name) => (environment[name] ?? '') !== '');
  if (set.length === 0) return fine('proxy', 'no proxy is set');
  return wrong('proxy', 'warn', {
    says: `${set.join(', ')} is set, and Surf does not read it: it connects to each site directly`,
    mend: 'give the proxy to a crawl, with its flag: --proxy "$HTTPS_PROXY"',
  });
}

/** Reserved for examples (RFC 2606), and resolves wherever DNS works. */
const WELL_KNOWN = 'example.com';

async function dnsCheck(): Promise<Finding> {
  try {
    const { address } = await lookup(WELL_KNOWN);
    return fine('dns', `${WELL_KNOWN} is ${address}`);
  } catch (error) {
    const says = `${WELL_KNOWN} could not be resolved (${reasonOf(error)}): sites on the internet cannot be crawled`;
    return wrong('dns', 'warn', { says, mend: 'check the network and the name servers of this machine' });
  }
}
