import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { grantPlugins } from '../../config/plugin-settings.ts';
import type { FunctionProps } from './surf-function.ts';
import { SurfFunction } from './surf-function.ts';
import { grantUserSecrets } from './user-secrets.ts';

/** Memory sizes of design.md §8; a test compares them with core/cost/lambda.ts. */
const MEMORY_MB = { fewHosts: 256, manyHosts: 1_024 };
/**
 * Time left to a worker when its unit must have ended, for writing the last chunk. lambdas/ relies
 * on the same value.
 */
const RESERVE_SECONDS = 60;

/**
 * Fixed threshold for blocks with their own mapping, in bytes (mallopt(3), M_MMAP_THRESHOLD).
 * Without it glibc raises the threshold when such blocks are freed, and then the process keeps the
 * memory of large bodies.
 */
const MAPPED_BYTES = 131_072;

/**
 * Functions that crawl units: one for few hosts in flight, whose memory is for waiting, and one for
 * many, which needs memory for the CPU that comes with it. They read the execution's row, users'
 * secrets, and no other control data: no users, no keys, no workflows.
 */
export class UnitWorkers extends Construct {
  readonly fewHosts: LambdaFunction;
  readonly manyHosts: LambdaFunction;
  readonly memory: { readonly fewHostsMb: number; readonly manyHostsMb: number };
  readonly seconds: number;

  constructor(scope: Construct, id: string, props: FunctionProps) {
    super(scope, id);
    const { memoryMb, seconds } = props.config.worker;
    this.seconds = seconds + RESERVE_SECONDS;
    this.memory = { fewHostsMb: memoryMb ?? MEMORY_MB.fewHosts, manyHostsMb: memoryMb ?? MEMORY_MB.manyHosts };
    this.fewHosts = this.#worker(props, { id: 'FewHosts', name: 'few-hosts', memoryMb: this.memory.fewHostsMb });
    this.manyHosts = this.#worker(props, { id: 'ManyHosts', name: 'many-hosts', memoryMb: this.memory.manyHostsMb });
  }

  get all(): readonly LambdaFunction[] {
    return [this.fewHosts, this.manyHosts];
  }

  #worker(props: FunctionProps, of: { id: string; name: string; memoryMb: number }): LambdaFunction {
    const { stores } = props;
    const { fn } = new SurfFunction(this, of.id, {
      ...props,
      verb: 'crawl-unit',
      name: `crawl-${of.name}`,
      memoryMb: of.memoryMb,
      seconds: this.seconds,
      description: 'Fetches, parses and archives one unit of a wave',
    });
    fn.addEnvironment('MALLOC_MMAP_THRESHOLD_', String(MAPPED_BYTES));
    stores.workflows.grantExecutionRows(fn);
    stores.units.grant(fn, 'PutItem', 'UpdateItem');
    stores.hosts.grant(fn, 'GetItem', 'PutItem');
    stores.archive.grantReadWrite(fn, 'executions/', 'robots/');
    grantUserSecrets(fn, props.config.stage);
    grantPlugins(fn, props.config);
    return fn;
  }
}
