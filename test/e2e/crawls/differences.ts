import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Difference } from '#engine/verify/audit/difference.ts';
import { verify } from '#engine/verify/verify.ts';
import type { RecordPorts } from '#test/e2e/crawls/crawl-record.ts';

/** What `verify` finds: nothing, in a crawl that is as its log says. */
export const differencesOf = async (ports: RecordPorts, id: ExecutionId): Promise<readonly Difference[]> =>
  (await verify({ ...ports, decodeBody }, id)).differences;
