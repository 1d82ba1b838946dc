import nodeDns from 'node:dns';
import { Resolver as DnsResolver, lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { Resolved, Resolver } from '#adapters/http/resolver/name-cache.ts';
import { isOutOfFiles, refuseWithoutFiles } from '#adapters/http/resolver/open-files.ts';

/** TTL of the system's own look-up, which reports none. */
const LOOKUP_TTL_SECONDS = 60;
const QUERY_TIMEOUT_MS = 2_500;
const QUERY_TRIES = 3;
const HOSTS_FILE = '/etc/hosts';
/** Codes of a query without an answer: a resolver without a way out says ESERVFAIL. */
const UNANSWERED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ETIMEOUT', 'ESERVFAIL', 'EREFUSED']);
const MAX_HOSTS_BYTES = 4 * 1024 * 1024;

export interface SystemResolverOptions {
  /** @default /etc/hosts; a file that cannot be read has no names */
  readonly hostsFile?: string;
  /** Addresses by the system's own means (hosts file, mDNS, …). @default node:dns lookup */
  readonly lookUp?: (name: string) => Promise<readonly string[]>;
  /**
   * `address` or `address:port` of DNS servers.
   * @default those of the process (dns.setServers), else of the system
   */
  readonly servers?: readonly string[];
}

/**
 * Asks DNS for A and AAAA records, which come with their TTL; IPv4 first. Where DNS is not asked or
 * has nothing, the system's own look-up decides, for 60 s: names without a dot, `localhost` and all
 * below, `.local`, names in the hosts file, and what DNS does not know. Rejects with EMFILE or
 * ENFILE when the process has no free descriptor: that does not concern the name. Rejects with
 * EAI_AGAIN when no name server answered, also on systems whose look-up says ENOTFOUND then.
 */
export function createSystemResolver(options: SystemResolverOptions = {}): Resolver {
  const { hostsFile = HOSTS_FILE, lookUp = systemLookUp } = options;
  const dns = new DnsResolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  try {
    dns.setServers(options.servers ?? nodeDns.getServers());
  } catch {
    // a server with a zone (fe80::1%eth0) cannot be returned; the resolver has the system's list
    // anyway
  }
  let hosts: Promise<ReadonlySet<string>> | undefined;
  const namedHosts = (): Promise<ReadonlySet<string>> => {
    hosts ??= hostsOf(hostsFile).catch((error: unknown) => {
      hosts = undefined; // the next name reads it
      throw error;
    });
    return hosts;
  };
  return async (name) => {
    const plain = name.toLowerCase().replace(/\.$/, '');
    const local = isOfThisMachine(plain) || (await namedHosts()).has(plain);
    const found = local ? 'unknown' : await queried(dns, plain);
    if (typeof found === 'object') return found;
    try {
      return { addresses: await lookUp(name), ttlSeconds: LOOKUP_TTL_SECONDS };
    } catch (error) {
      refuseWithoutFiles();
      if (found === 'unanswered') throw Object.assign(new Error(`no answer about ${plain}`), { code: 'EAI_AGAIN' });
      throw error;
    }
  };
}

const isOfThisMachine = (plain: string): boolean => !plain.includes('.') || /(?:^|\.)localhost$|\.local$/.test(plain);

async function queried(dns: DnsResolver, name: string): Promise<Resolved | 'unknown' | 'unanswered'> {
  const answers = await Promise.allSettled([dns.resolve4(name, { ttl: true }), dns.resolve6(name, { ttl: true })]);
  const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (records.length === 0) return answers.every(isUnanswered) ? 'unanswered' : 'unknown';
  return {
    addresses: records.map(({ address }) => address),
    ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
  };
}

const isUnanswered = (answer: PromiseSettledResult<unknown>): boolean =>
  answer.status === 'rejected' && UNANSWERED.has((answer.reason as NodeJS.ErrnoException).code ?? '');

async function systemLookUp(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}

/**
 * Names of the hosts file: they take precedence over DNS. Read once.
 * @throws Error EMFILE, ENFILE: without a descriptor the file cannot be read
 */
async function hostsOf(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isOutOfFiles(error)) throw error;
    return '';
  });
  const names = new Set<string>();
  for (const line of text.slice(0, MAX_HOSTS_BYTES).split('\n')) {
    const [, ...found] = line.replace(/#.*/, '').trim().split(/\s+/);
    for (const name of found) names.add(name.toLowerCase());
  }
  return names;
}
