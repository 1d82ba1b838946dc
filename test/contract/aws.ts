import { inject } from 'vitest';
import type { AwsPorts } from '#adapters/aws/aws-ports.ts';
import type { CreateFixture } from '#test/contract/fixture.ts';
import { Deployment } from '#test/emulator/deployment.ts';

/** Adapters over fresh tables and a fresh bucket. Each instance has ports of its own, as each invocation has. */
export function overDeployment<Port>(adapter: (ports: AwsPorts) => Port): CreateFixture<Port> {
  return async () => {
    const deployment = await Deployment.create(inject('emulator'));
    const rival = (): Port => adapter(deployment.ports());
    return { port: rival(), rival, cleanup: () => deployment.remove() };
  };
}
