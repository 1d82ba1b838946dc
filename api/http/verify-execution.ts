import type { ApiPorts } from '#api/http/api-ports.ts';
import { type Verification, verificationOf } from '#api/schemas/verification.ts';
import { SurfError } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import { verify } from '#engine/verify/verify.ts';

/** Bytes that a function can read within one request. */
const MOST_DEPLOYED_BYTES = 256 * 1024 * 1024;

/**
 * Recomputes every figure of an execution from its log.
 * @throws SurfError STATE_CONFLICT while it is being deleted; ANSWER_TOO_LARGE where a deployment
 * cannot read that much
 */
export async function verifyExecution(ports: ApiPorts, row: Execution): Promise<Verification> {
  if (row.status === 'deleting') {
    throw new SurfError('STATE_CONFLICT', `execution ${row.id} is deleting: it cannot be verified`, {
      remedy: 'there is nothing to do',
    });
  }
  if (ports.downloads.mostAnswerBytes !== null && row.bytes > MOST_DEPLOYED_BYTES) {
    throw new SurfError('ANSWER_TOO_LARGE', 'the execution has more than can be read within one request', {
      remedy: 'surf export --format warc fetches every file and checks its digest',
    });
  }
  return verificationOf(row.id, await verify(ports, row.id));
}
