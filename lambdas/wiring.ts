import { type AwsPorts, awsPorts } from '#adapters/aws/aws-ports.ts';
import { type AwsClientOptions, awsClients } from '#adapters/aws/calls/aws-clients.ts';
import { type AwsNames, ENVIRONMENT, type RunInput } from '#adapters/aws/environment/names.env.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { meteredPlugin } from '#adapters/metering/metered-plugin.ts';
import { meteredTime } from '#adapters/metering/metered-time.ts';
import { Meter } from '#core/cost/meter.ts';
import type { Usage } from '#core/cost/usage.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { Plugin } from '#core/plugin/plugin.ts';
import { SETTINGS } from './settings/settings.env.ts';
import { type FunctionEnvironment, parseEnvironment } from './settings/settings.ts';
import { powertoolsTelemetry, type Telemetry } from './telemetry/telemetry.ts';

/** Ports of one invocation, which meter themselves, and its own time in the same meter. */
export interface Invocation extends AwsPorts {
  readonly clock: Clock;
  readonly random: RandomId;
  readonly usage: () => Usage;
  /** The plug-in; the meter includes its calls. */
  readonly metered: (plugin: Plugin) => Plugin;
}

/** Part of Lambda's context that functions use. */
export interface LambdaCall {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** A function after its cold start. */
export interface Wiring {
  readonly environment: FunctionEnvironment;
  readonly telemetry: Telemetry;
  /** Region and endpoint of further AWS services. */
  readonly place: Pick<AwsClientOptions, 'region' | 'endpoint'>;
  /** Ports for one invocation. @param requestId from Lambda; log lines name it */
  open(requestId?: string): Invocation;
}

export interface WiringOptions {
  /** Begins executions (`run/first-run-event.ts`). @default the machine carries their first runs */
  readonly firstRuns?: (name: string, place: Wiring['place']) => (input: RunInput) => Promise<void>;
}

/**
 * Builds what lives as long as the function's sandbox. Reads the environment, for all functions
 * with ports.
 */
export function openWiring({ firstRuns }: WiringOptions = {}): Wiring {
  const environment = parseEnvironment(process.env);
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED; // with it the SDK would accept any certificate
  const { AWS_REGION: region, AWS_ENDPOINT_URL: endpoint, AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memoryMb } = environment;
  const place = { region, ...(endpoint !== undefined && { endpoint }) };
  const clients = awsClients({ ...place, ...environment.SURF_CALLS });
  const clock = new SystemClock();
  const random = systemRandomId;
  const telemetry = powertoolsTelemetry();
  const begins = firstRuns?.(environment[SETTINGS.firstRun], place);
  return {
    environment,
    telemetry,
    place,
    open(requestId) {
      if (requestId !== undefined) telemetry.begin(requestId);
      const meter = new Meter();
      const ports = awsPorts({
        clients,
        clock,
        random,
        meter,
        names: namesIn(environment),
        stage: environment[SETTINGS.stage],
        jitter: Math.random,
        ...(begins !== undefined && { first: begins }),
      });
      return {
        ...ports,
        clock,
        random,
        usage: meteredTime(meter, clock, memoryMb),
        metered: (plugin) => meteredPlugin(plugin, meter),
      };
    },
  };
}

const namesIn = (environment: FunctionEnvironment): AwsNames => ({
  workflows: environment[ENVIRONMENT.workflows],
  tasks: environment[ENVIRONMENT.tasks],
  units: environment[ENVIRONMENT.units],
  hosts: environment[ENVIRONMENT.hosts],
  bucket: environment[ENVIRONMENT.bucket],
  machineArn: environment[ENVIRONMENT.machineArn],
});
