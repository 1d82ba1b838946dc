import { afterEach } from 'vitest';

/** One store with nothing in it, and ways to reach it. */
export interface Fixture<Port> {
  readonly port: Port;
  /** Another adapter instance over the same store, as another worker has it. */
  rival(): Port;
  /** Closes all instances and removes the store. */
  cleanup(): Promise<void>;
}

export type CreateFixture<Port> = () => Promise<Fixture<Port>>;

/** Instances that act on one store at once in the tests of rivals. */
export const RIVALS = 16;

/**
 * Call it within `describe`: what the tests there take from it is cleaned up after each of them.
 */
export function fixtures<Port>(create: CreateFixture<Port>): CreateFixture<Port> {
  const open: Fixture<Port>[] = [];
  afterEach(async () => {
    for (const fixture of open.splice(0)) await fixture.cleanup();
  });
  return async () => {
    const fixture = await create();
    open.push(fixture);
    return fixture;
  };
}

/** `count` instances over the store of `fixture`. */
export const rivals = <Port>(fixture: Fixture<Port>, count = RIVALS): Port[] =>
  Array.from({ length: count }, () => fixture.rival());
