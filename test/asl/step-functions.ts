import type { Clock } from '#core/model/clock.ts';
import { Aborted, matches, StateError, UnknownAsl } from '#test/asl/asl-errors.ts';
import { type Fields, known, list, text, wholeNumber } from '#test/asl/asl-fields.ts';
import { carried, fill, readPath, type Scope } from '#test/asl/asl-payload.ts';
import { AslRun } from '#test/asl/asl-run.ts';
import { type AslFunction, type Interference, runTask, type TaskServices } from '#test/asl/asl-task.ts';

export interface StepFunctionsOptions {
  readonly definition: unknown;
  readonly machineArn: string;
  readonly partition: string;
  readonly clock: Clock;
  /** By name. */
  readonly functions: ReadonlyMap<string, AslFunction>;
  /** Reads an object for a Distributed Map. */
  readonly read: (bucket: string, key: string) => Promise<Uint8Array>;
  /** @default none */
  readonly interfere?: (attempt: { run: AslRun; state: string; payload: unknown }) => Interference | undefined;
}

interface Graph {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, Fields>>;
}

/** Events beside those of a task's attempts: entered, exited; of a map and its iterations. */
const MAP_EVENTS = 3;
const ITERATION_EVENTS = 2;
const INLINE_MOST = 40;
const DISTRIBUTED_MOST = 10_000;

/**
 * Step Functions as far as our machine uses it, strictly: every field, path, comparison, resource
 * and error name that is not known here is an error of the test, where an emulator would continue.
 * With the quotas that emulators do not have: 256 KiB a payload, 25,000 events a history.
 */
export class StepFunctions {
  /** By name: a name is used once. */
  readonly runs = new Map<string, AslRun>();
  readonly #options: StepFunctionsOptions;
  #machine: Graph;
  readonly #services: TaskServices;
  #faults: unknown[] = [];
  #open: Promise<void>[] = [];

  constructor(options: StepFunctionsOptions) {
    this.#options = options;
    this.#machine = machineGraph(options.definition);
    this.#services = {
      clock: options.clock,
      partition: options.partition,
      functions: options.functions,
      startExecution: (machine, name, input) => this.#startFromTask(machine, { name, input }),
      interfere: options.interfere ?? (() => undefined),
    };
  }

  /** As UpdateStateMachine: runs that have begun keep the definition that they began with. */
  update(definition: unknown): void {
    this.#machine = machineGraph(definition);
  }

  /** Starts a run, unless its name is taken. @returns whether it was started */
  start(name: string, input: unknown): boolean {
    if (this.runs.has(name)) return false;
    if (!/^[\w-]{1,80}$/.test(name)) throw new UnknownAsl(`name ${name}`);
    const run = new AslRun(name, input);
    this.runs.set(name, run);
    this.#open.push(this.#carryOut(run, this.#machine, input));
    return true;
  }

  /** As StopExecution. */
  stop(name: string): void {
    this.runs.get(name)?.abort();
  }

  /** Resolves when no run is open. @throws what the driver did not know */
  async settled(): Promise<void> {
    while (this.#open.length > 0) {
      const open = this.#open;
      this.#open = [];
      await Promise.all(open);
      if (this.#faults.length > 0) throw this.#faults[0];
    }
  }

  #startFromTask(machine: string, of: { name: string; input: unknown }): void {
    if (machine !== this.#options.machineArn) throw new UnknownAsl(`state machine ${machine}`);
    if (
      !this.start(
        of.name,
        carried(of.input, () => undefined),
      )
    )
      throw new StateError('StepFunctions.ExecutionAlreadyExistsException', of.name);
  }

  async #carryOut(run: AslRun, graph: Graph, input: unknown): Promise<void> {
    try {
      run.output = await this.#walk(run, graph, { input, context: {} });
      run.record(1);
      if (run.status === 'RUNNING') run.status = 'SUCCEEDED';
    } catch (error) {
      if (error instanceof Aborted) return;
      if (!(error instanceof StateError)) this.#faults.push(error);
      else run.error = error;
      if (run.status === 'RUNNING') run.status = 'FAILED';
    }
  }

  /** From `StartAt` to an end. @returns the output */
  async #walk(run: AslRun, graph: Graph, scope: Scope): Promise<unknown> {
    let name = graph.StartAt;
    let input = carried(scope.input, run.sawPayload);
    for (;;) {
      const state = graph.States[name];
      if (state === undefined) throw new UnknownAsl(`no state ${name}`);
      run.enter(name);
      const { output, next } = await this.#step(run, { name, state, scope: { ...scope, input } });
      run.record(1); // exited
      const carriedOn = carried(output, run.sawPayload);
      if (next === null) return carriedOn;
      name = next;
      input = carriedOn;
    }
  }

  async #step(
    run: AslRun,
    at: { name: string; state: Fields; scope: Scope },
  ): Promise<{ output: unknown; next: string | null }> {
    const { state, scope } = at;
    switch (state.Type) {
      case 'Task':
        return this.#task(run, at);
      case 'Choice':
        return { output: scope.input, next: choose(known('Choice', state), scope) };
      case 'Wait':
        known('Wait', state);
        await run.sleep(this.#options.clock, msUntil(readPath(state.TimestampPath, scope), this.#options.clock));
        return { output: scope.input, next: text(state.Next, 'Next') };
      case 'Succeed':
        known('Succeed', state);
        return { output: outputOf(state.OutputPath, scope.input), next: null };
      case 'Map':
        await this.#map(run, state, scope);
        if (state.ResultPath !== null) throw new UnknownAsl(`ResultPath ${state.ResultPath} of a map`);
        return { output: scope.input, next: text(state.Next, 'Next') };
      default:
        throw new UnknownAsl(`state of type ${state.Type}`);
    }
  }

  async #task(
    run: AslRun,
    { name, state, scope }: { name: string; state: Fields; scope: Scope },
  ): Promise<{ output: unknown; next: string | null }> {
    known('Task', state);
    if ((state.End === true) === (state.Next !== undefined)) throw new UnknownAsl(`${name}: End or Next`);
    const next = state.End === true ? null : text(state.Next, 'Next');
    try {
      const result = await runTask({ services: this.#services, run, name, state, scope });
      return { output: outputOf(state.OutputPath, result), next };
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      for (const value of list(state.Catch ?? [], 'Catch')) {
        const catcher = known('catcher', value);
        if (!matches(catcher.ErrorEquals, error.error)) continue;
        const caught = { Error: error.error, Cause: error.message };
        return { output: withResult(scope.input, catcher.ResultPath, caught), next: text(catcher.Next, 'Next') };
      }
      throw error;
    }
  }

  #map(run: AslRun, state: Fields, scope: Scope): Promise<void> {
    const processor = known('processor', state.ItemProcessor);
    const { Mode, ExecutionType } = known('processorConfig', processor.ProcessorConfig);
    run.record(MAP_EVENTS - 1);
    if (Mode === 'INLINE' && ExecutionType === undefined) return this.#inlineMap(run, state, scope);
    if (Mode === 'DISTRIBUTED' && ExecutionType === 'STANDARD') return this.#distributedMap(run, state, scope);
    throw new UnknownAsl(`map of mode ${Mode}, ${ExecutionType}`);
  }

  async #inlineMap(run: AslRun, state: Fields, scope: Scope): Promise<void> {
    known('inlineMap', state);
    const most = wholeNumber(state.MaxConcurrency, 'MaxConcurrency', [1, INLINE_MOST]);
    const graph = graphOf(known('processor', state.ItemProcessor));
    const items = list(readPath(state.ItemsPath, scope), 'items');
    const results = await inLanes(items, most, async (item, index) => {
      run.record(ITERATION_EVENTS);
      const inner = itemScope(scope, item, index);
      return this.#walk(run, graph, { ...inner, input: fill(state.ItemSelector, inner) });
    });
    carried(results, run.sawPayload);
  }

  async #distributedMap(run: AslRun, state: Fields, scope: Scope): Promise<void> {
    known('distributedMap', state);
    if (!/^[A-Za-z]{1,40}$/.test(text(state.Label, 'Label'))) throw new UnknownAsl(`Label ${state.Label}`);
    const most = wholeNumber(state.MaxConcurrency, 'MaxConcurrency', [1, DISTRIBUTED_MOST]);
    if (state.ToleratedFailurePercentage !== 100) throw new UnknownAsl('ToleratedFailurePercentage');
    const graph = graphOf(known('processor', state.ItemProcessor));
    const items = await this.#readItems(run, state.ItemReader, scope);
    const results = await inLanes(items, most, async (item, index) => {
      run.check();
      const input = fill(state.ItemSelector, itemScope(scope, item, index));
      const child = new AslRun(`${run.name}/${state.Label}:${index}`, input);
      run.children.push(child);
      run.transitions += 1; // the start of a child
      await Promise.race([this.#carryOut(child, graph, input), run.stopped]);
      return child.output ?? null;
    });
    carried(results, run.sawPayload);
  }

  async #readItems(run: AslRun, value: unknown, scope: Scope): Promise<unknown[]> {
    const reader = known('itemReader', value);
    if (reader.Resource !== `arn:${this.#options.partition}:states:::s3:getObject`)
      throw new UnknownAsl(`resource ${reader.Resource}`);
    if (known('readerConfig', reader.ReaderConfig).InputType !== 'JSONL') throw new UnknownAsl('InputType');
    const { Bucket, Key } = fill(known('bucketAndKey', reader.Parameters), scope) as Fields;
    const bytes = await this.#options.read(text(Bucket, 'Bucket'), text(Key, 'Key'));
    run.check();
    const lines = Buffer.from(bytes).toString('utf8').split('\n');
    if (lines.pop() !== '') throw new UnknownAsl('a last line without end');
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}

const graphOf = (fields: Fields): Graph => ({
  StartAt: text(fields.StartAt, 'StartAt'),
  States: fields.States as Graph['States'],
});

function machineGraph(definition: unknown): Graph {
  const graph = graphOf(known('machine', definition));
  refuseNamesUsedTwice(graph, new Set());
  return graph;
}

/** Names of states are unique in the whole machine. */
function refuseNamesUsedTwice({ States }: Graph, seen: Set<string>): void {
  for (const [name, state] of Object.entries(States)) {
    if (seen.has(name)) throw new UnknownAsl(`two states ${name}`);
    seen.add(name);
    if (state.ItemProcessor !== undefined) refuseNamesUsedTwice(graphOf(known('processor', state.ItemProcessor)), seen);
  }
}

function itemScope(scope: Scope, Value: unknown, Index: number): Scope {
  return { input: scope.input, context: { ...(scope.context as object), Map: { Item: { Index, Value } } } };
}

function choose(state: Fields, scope: Scope): string {
  for (const value of list(state.Choices, 'Choices')) {
    const choice = known('choice', value);
    const { StringEquals, NumericEquals, IsPresent } = choice;
    if ([StringEquals, NumericEquals, IsPresent].filter((comparison) => comparison !== undefined).length !== 1)
      throw new UnknownAsl('a choice of one comparison');
    if (IsPresent !== undefined) {
      if (isPresent(choice.Variable, scope) === IsPresent) return text(choice.Next, 'Next');
      continue;
    }
    if (readPath(choice.Variable, scope) === (NumericEquals ?? text(StringEquals, 'StringEquals')))
      return text(choice.Next, 'Next');
  }
  return text(state.Default, 'Default');
}

/** Has the input a field of that name? */
function isPresent(path: unknown, { input }: Scope): boolean {
  const name = /^\$\.([A-Za-z]+)$/.exec(text(path, 'Variable'))?.[1];
  if (name === undefined) throw new UnknownAsl(`IsPresent of ${path}`);
  return Object.hasOwn(input as object, name);
}

/** `OutputPath`: null discards, a path selects. */
function outputOf(path: unknown, value: unknown): unknown {
  if (path === null) return {};
  return readPath(path, { input: value, context: {} });
}

/** `ResultPath` of a Catch: `$.name` beside the input, or in its place. */
function withResult(input: unknown, path: unknown, result: object): unknown {
  if (path === undefined) return result;
  const name = /^\$\.([A-Za-z]+)$/.exec(text(path, 'ResultPath'))?.[1];
  if (name === undefined) throw new UnknownAsl(`ResultPath ${path}`);
  return { ...(input as object), [name]: result };
}

function msUntil(timestamp: unknown, clock: Clock): number {
  const iso = text(timestamp, 'timestamp');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(iso)) throw new UnknownAsl(`timestamp ${iso}`);
  return Date.parse(iso) - clock.now();
}

/** All items, `most` at a time; the first failure ends it. */
async function inLanes<T>(
  items: readonly unknown[],
  most: number,
  act: (item: unknown, index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await act(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  return results;
}
