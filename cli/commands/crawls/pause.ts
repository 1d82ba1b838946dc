import type { Run } from '#cli/args/command.ts';
import { haltExecution } from '#cli/crawl/halt-execution.ts';

/** `surf pause ID` */
export const run: Run = (call) => haltExecution(call, 'pause');
