import type { Call, Run } from '#cli/args/command.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { explanationLines } from '#cli/progress/explanation-lines.ts';
import { factLines } from '#cli/progress/fact-lines.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { UrlKey } from '#core/url/url-key.ts';

/** `surf explain ID URL` */
export const run: Run = (call) =>
  withExecution(call, async (backend, id) => {
    const explanation = await backend.explain(id, call.positionals[1] ?? '');
    if (call.flags.has('facts')) await tellFacts(call, await factsOf(backend, id, explanation));
    else if (call.json) await call.terminal.json(explanation);
    else for (const line of explanationLines(explanation)) await call.terminal.line(line);
    return EXIT.succeeded;
  });

async function tellFacts({ json, terminal }: Call, facts: ArchivedFacts): Promise<void> {
  if (json || process.stdout.isTTY !== true) await terminal.json(facts);
  else for (const line of factLines(facts)) await terminal.line(line);
}

/** The remedies of the API name its parameters; these name commands. */
async function factsOf(backend: Backend, id: ExecutionId, { key, url }: Explanation): Promise<ArchivedFacts> {
  try {
    return await backend.facts(id, UrlKey.parse(key));
  } catch (error) {
    const code = codeOf(error);
    if (!(error instanceof Error)) throw error;
    if (code === 'OBJECT_NOT_FOUND')
      throw new SurfError(code, `execution ${id} has no archived answer of ${url}`, {
        remedy: `surf explain ${id} URL shows its outcome; Surf archives only responses`,
      });
    if (code === 'FIELD_INVALID')
      throw new SurfError(code, error.message.replace(/^part: /, ''), {
        remedy: `surf export ${id} --format markdown has its text`,
      });
    throw error;
  }
}
