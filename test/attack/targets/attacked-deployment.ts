import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scene } from '#test/attack/attack.ts';
import { type SharedZone, zoneAnswer, zoneCertificate } from '#test/attack/hostile/hostile-web.ts';
import { SceneIssuer, type SendOptions, type ServedAnswer, type UsersApi } from '#test/attack/targets/served-surf.ts';
import { type Answer, EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { type DnsServer, startDnsServer } from '#test/http/dns-server.ts';
import type { Certificate } from '#test/http/self-signed.ts';

const PRELOAD = new URL('../preloads/preload.ts', import.meta.url).href;
const LOOK_MS = 250;

/** Scenes are about other limits than those of roles. */
const UNLIMITED = {
  executionsAtOnce: null,
  executionsQueued: null,
  pages: null,
  depth: null,
  parallelism: null,
  budgetUsd: null,
  requestsPerSecond: null,
  burst: 5_000,
};
/** Private networks are closed but where a scene opens them, by the right of its user. */
const configOf = (issuer: string) => ({
  limits: {
    administrator: { requestsPerSecond: null },
    premium: UNLIMITED,
    standard: { requestsPerSecond: null, burst: 5_000 },
  },
  crawl: { allowPrivateNetwork: false, map: 'auto' },
  identity: { issuer, clientId: 'surf', audience: null, administrators: ['root'] },
});

/** A user of the deployment, who sees own executions only. */
export interface DeploymentUser {
  readonly name: string;
  readonly key: string;
}

/**
 * The whole stack in the emulator, for scenes that run beside each other: its functions ask our DNS
 * server for names and believe our authority.
 */
export class AttackedDeployment implements SharedZone, UsersApi {
  readonly dns: DnsServer;
  readonly certificate: Certificate;
  readonly deployment: EmulatedDeployment;
  readonly #folder: string;
  readonly #issuer: SceneIssuer;
  readonly #timer: NodeJS.Timeout;
  readonly #peaks = new Map<number, number>();

  private constructor(parts: {
    dns: DnsServer;
    certificate: Certificate;
    deployment: EmulatedDeployment;
    folder: string;
    issuer: SceneIssuer;
  }) {
    this.dns = parts.dns;
    this.certificate = parts.certificate;
    this.deployment = parts.deployment;
    this.#folder = parts.folder;
    this.#issuer = parts.issuer;
    this.#timer = setInterval(() => this.#measure(), LOOK_MS);
  }

  /** @param scenes whose names are answered */
  static async open(scenes: readonly Scene[]): Promise<AttackedDeployment> {
    const issuer = await SceneIssuer.start();
    const folder = mkdtempSync(join(tmpdir(), 'surf-attack-'));
    const certificate = zoneCertificate();
    const authority = join(folder, 'authority.pem');
    writeFileSync(authority, certificate.cert);
    const dns = await startDnsServer((name, earlier) =>
      zoneAnswer(
        name,
        scenes.map((scene) => scene.names?.(name, earlier)).find((answer) => answer !== undefined),
      ),
    );
    const environment = { NODE_OPTIONS: `--import=${PRELOAD}`, ATTACK_DNS: dns.address, ATTACK_AUTHORITY: authority };
    try {
      const deployment = await EmulatedDeployment.create({ environment, config: configOf(issuer.issuer) });
      return new AttackedDeployment({ dns, certificate, deployment, folder, issuer });
    } catch (error) {
      await Promise.all([dns.close(), issuer.stop()]);
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Highest peak of a process that crawled units, by the memory that its function would have on
   * AWS; MB. The emulator lets it take more.
   */
  get workersPeakMb(): Readonly<Record<string, number>> {
    return Object.fromEntries(
      [...this.#peaks].toSorted(([a], [b]) => a - b).map(([size, peak]) => [size, Math.round(peak)]),
    );
  }

  /** Makes a user who may crawl private networks and ignore robots.txt, and a key. */
  async user(name: string): Promise<DeploymentUser> {
    const rights = { allowPrivateNetwork: true, ignoreRobots: true };
    await this.#done('PUT', `v1/users/${name}`, { role: 'premium', rights });
    const { value } = await this.#done('POST', 'v1/keys', { name: 'scene', owner: name });
    return { name, key: (value as { key: string }).key };
  }

  token(subject: string, claims: object = {}): Promise<string> {
    return this.#issuer.token(subject, claims);
  }

  send(request: string, options: SendOptions): Promise<ServedAnswer> {
    return this.#issuer.send(this.deployment.url, request, options);
  }

  async #done(method: string, path: string, body: object): Promise<Answer> {
    const answer = await this.deployment.ask(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.value)}`);
    return answer;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.deployment.close();
    await Promise.all([this.dns.close(), this.#issuer.stop()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #measure(): void {
    for (const pid of this.deployment.workers()) {
      const { sizeMb, peakMb } = memoryOf(pid);
      if (sizeMb > 0) this.#peaks.set(sizeMb, Math.max(this.#peaks.get(sizeMb) ?? 0, peakMb));
    }
  }
}

/** Zeros: it has just ended. */
function memoryOf(pid: number): { sizeMb: number; peakMb: number } {
  try {
    const size = /AWS_LAMBDA_FUNCTION_MEMORY_SIZE=(\d+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1];
    const peak = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { sizeMb: Number(size ?? 0), peakMb: Number(peak ?? 0) / 1024 };
  } catch {
    return { sizeMb: 0, peakMb: 0 };
  }
}
