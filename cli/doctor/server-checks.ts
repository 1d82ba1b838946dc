import { problemError } from '#adapters/api/api-problem.ts';
import type { ApiServer } from '#adapters/api/api-server.ts';
import type { Me } from '#api/client/schema.ts';
import { type Finding, fine, reasonOf, wrong } from '#cli/doctor/finding.ts';
import { quotaLine, quotaRemedy } from '#cli/profiles/quota-lines.ts';
import { SurfError } from '#core/error.ts';

const CLOCK_MS = 60_000;

/** Checks the server: reachable, clock in step, the caller's identity and quotas, its plug-ins. */
export async function serverChecks(server: ApiServer): Promise<Finding[]> {
  const began = performance.now();
  try {
    const { version, date } = await healthOf(server);
    const ms = Math.round(performance.now() - began);
    return [
      fine('server', `${server.address} answers in ${ms} ms, Surf ${version}`),
      clockCheck(date),
      ...(await accessChecks(server)),
    ];
  } catch (error) {
    const mend = `curl -i ${server.address}/health shows what answers there`;
    return [wrong('server', 'fail', { says: reasonOf(error), mend })];
  }
}

/**
 * Emulators of AWS have a `/health`, too: only Surf's has this status.
 * @throws SurfError SERVER_UNREACHABLE, SERVER_FAILED
 */
async function healthOf(server: ApiServer): Promise<{ version: string; date: string | null }> {
  const asked = server.client.GET('/health');
  const health = await server.answer(asked);
  const { response } = await asked;
  if (health.status !== 'ok') throw problemError(null, { status: response.status, url: server.address });
  return { version: health.version, date: response.headers.get('date') };
}

function clockCheck(date: string | null): Finding {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return fine('clock', 'the server does not say its time');
  const seconds = Math.round(Math.abs(theirs - Date.now()) / 1_000);
  if (seconds * 1_000 <= CLOCK_MS) return fine('clock', 'agrees with the server');
  const says = `differs from the server’s by ${seconds} s: tokens can be refused`;
  return wrong('clock', 'warn', {
    says,
    mend: 'set the clock of this machine, for example by timedatectl set-ntp true',
  });
}

async function accessChecks(server: ApiServer): Promise<Finding[]> {
  try {
    const { user, role, quotas, plugins } = await server.answer(server.client.GET('/v1/me'));
    return [fine('sign-in', `${user}, ${role}`), ...quotaChecks(quotas), fine('plug-ins', pluginsIn(plugins))];
  } catch (error) {
    const remedy = error instanceof SurfError ? error.remedy : undefined;
    return [wrong('sign-in', 'fail', { says: reasonOf(error), mend: remedy ?? `surf login --api ${server.address}` })];
  }
}

const quotaChecks = (quotas: Me['quotas']): Finding[] =>
  quotas.length === 0
    ? [fine('quotas', 'the role has none')]
    : quotas.map((quota) => {
        const says = quotaLine(quota);
        return quota.left > 0 ? fine('quotas', says) : wrong('quotas', 'warn', { says, mend: quotaRemedy(quota) });
      });

const pluginsIn = (plugins: Me['plugins']): string =>
  plugins.length === 0
    ? 'the server has none'
    : plugins.map(({ name, storesData }) => (storesData ? `${name} (keeps data elsewhere)` : name)).join(', ');
