import type { DeployedApi } from '#test/deploy/deployed/deployed-api.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';

/** Runs `surf …` against a deployment. @returns the objects that it printed @throws if it failed */
export async function deployedCommand(
  surf: Pick<DeployedApi, 'url' | 'key'>,
  ...args: readonly string[]
): Promise<Record<string, unknown>[]> {
  const end = await surfHere([...args, '--api', surf.url, '--json'], { SURF_KEY: surf.key });
  if (end.code !== 0) throw new Error(`surf ${args.join(' ')}: ${end.stderr}`);
  return end.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
