import type { Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { printable } from '#core/model/printable.ts';

/** `surf events ID` */
export const run: Run = (call) =>
  withExecution(call, async (backend, id) => {
    for await (const event of backend.events(id)) {
      const { at, type, text } = event;
      if (call.json) await call.terminal.json(event);
      else await call.terminal.line(`${at.slice(0, 19).replace('T', ' ')}  ${type.padEnd(10)}  ${printable(text)}`);
    }
    return EXIT.succeeded;
  });
