import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { executionPrefix } from '#core/archive/object-keys.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { verify } from '#engine/verify/verify.ts';
import type { AttackedDeployment, DeploymentUser } from '#test/attack/targets/attacked-deployment.ts';
import type { AttackedOptions, AttackedSurf } from '#test/attack/targets/attacked-surf.ts';
import { endWithin } from '#test/attack/targets/end-within.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';

const LOOK_MS = 250;
const MOST_LOOKS = 1_200;
const MOST_COMMAND_SECONDS = 300;
let users = 0;

/**
 * A user of a deployment whose functions run as processes of this machine. The same commands as at
 * `surf serve`.
 */
export class DeployedSurf implements AttackedSurf {
  readonly place = 'deployed';
  readonly #options: AttackedOptions;
  readonly #at: AttackedDeployment;
  readonly #environment: Readonly<Record<string, string>>;

  private constructor(options: AttackedOptions, at: AttackedDeployment, user: DeploymentUser) {
    this.#options = options;
    this.#at = at;
    const { url, certificate } = at.deployment;
    this.#environment = {
      SURF_API: url,
      SURF_KEY: user.key,
      XDG_CONFIG_HOME: join(options.folder, 'peak.txt.home'),
      ...(certificate !== null && { NODE_EXTRA_CA_CERTS: certificate }),
    };
  }

  /** Each scene is a separate user: `last` is its execution. */
  static async start(options: AttackedOptions, at: AttackedDeployment): Promise<DeployedSurf> {
    users += 1;
    return new DeployedSurf(options, at, await at.user(`scene-${users}`));
  }

  crawl(args: readonly string[]): Promise<ProcessEnd> {
    return endWithin(new SurfProcess(args, this.#environment), this.#options.mostSeconds);
  }

  async views(): Promise<readonly TaskView[]> {
    const id = await this.#execution();
    const ports = this.#at.deployment.ports();
    await finished(ports, id);
    for await (const { key } of ports.archive.list(executionPrefix(id))) {
      const file = join(this.#options.folder, 'surf', key);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await ports.archive.get(key));
    }
    const views: TaskView[] = [];
    for await (const view of listTasks(ports, id)) views.push(view);
    return views;
  }

  /** Over the bucket: one request of the API reads what one function may. */
  async verify(): Promise<string> {
    const ports = this.#at.deployment.ports();
    const { holds, differences } = await verify({ ...ports, decodeBody }, await this.#execution());
    return holds ? '' : JSON.stringify(differences).slice(0, 500);
  }

  run(args: readonly string[]): Promise<ProcessEnd> {
    return endWithin(new SurfProcess(args, this.#environment), MOST_COMMAND_SECONDS);
  }

  /** One process serves many scenes. */
  peakMb(): number {
    return Number.NaN;
  }

  stalledMs(): number {
    return Number.NaN;
  }

  async end(): Promise<void> {
    // the deployment is shared
  }

  async #execution(): Promise<ExecutionId> {
    const { stdout } = await this.run(['status', 'last', '--json']);
    return (JSON.parse(stdout) as { execution: ExecutionId }).execution;
  }
}

/** Until its last run has published what belongs to it. */
async function finished({ catalog }: ReturnType<AttackedDeployment['deployment']['ports']>, id: ExecutionId) {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const events = await catalog.events(id, 1_000);
    if (events.at(-1)?.type === 'finished') return;
    await sleep(LOOK_MS);
  }
  throw new Error(`${id} is not finished`);
}
