import type { Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { explanationLines } from '#cli/progress/explanation-lines.ts';
import { factLines } from '#cli/progress/fact-lines.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { UrlKey } from '#core/url/url-key.ts';

/** `surf explain ID URL` */
export const run: Run = (call) =>
  withExecution(call, async (backend, id) => {
    const explanation = await backend.explain(id, call.positionals[1] ?? '');
    if (call.flags.has('facts')) {
      const facts = await backend.facts(id, UrlKey.parse(explanation.key));
      if (call.json || process.stdout.isTTY !== true) await call.terminal.json(facts);
      else for (const line of factLines(facts)) await call.terminal.line(line);
      return EXIT.succeeded;
    }
    if (call.json) await call.terminal.json(explanation);
    else for (const line of explanationLines(explanation)) await call.terminal.line(line);
    return EXIT.succeeded;
  });
