import type { ReactNode } from 'react';
import type { Download as LinkedFile } from '#api/client/schema.ts';
import { useMutation } from '../query/use-mutation.ts';
import { usePolling } from '../query/use-polling.ts';
import { useSession } from '../session/session.tsx';
import { Button } from './button.tsx';
import { Hint, ProblemNotice } from './notice.tsx';

interface DownloadProps {
  /** An API path, `/v1/executions/…`, or an absolute URL, which needs no credentials. */
  readonly url: string;
  readonly fileName: string;
  /** The `Accept` header. @default JSON, which the API answers with the bytes or a link to them */
  readonly accept?: string;
  /** The button's style. @default plain */
  readonly kind?: 'plain' | 'quiet';
  readonly children: ReactNode;
}

const LINK_TYPE = 'application/json';
const isLink = ({ headers }: Response): boolean => headers.get('Content-Type')?.split(';')[0] === LINK_TYPE;

/**
 * Fetches a file with the session's credentials, which a plain link cannot send, and saves it
 * through the browser.
 */
export function Download({ url, fileName, accept = LINK_TYPE, kind = 'plain', children }: DownloadProps): ReactNode {
  const { fetchRaw } = useSession();
  const { busy, problem, mutate } = useMutation();
  const fetchAndSave = async (): Promise<void> => {
    if (!url.startsWith('/')) return save(url, fileName);
    const response = await fetchRaw(url, { headers: { Accept: accept } });
    if (isLink(response)) return save(((await response.json()) as Pick<LinkedFile, 'url'>).url, fileName);
    const blobUrl = URL.createObjectURL(await response.blob());
    save(blobUrl, fileName);
    window.setTimeout(() => URL.revokeObjectURL(blobUrl), 60_000);
  };
  const isMade = usePolling({ problem, refetch: () => void mutate(fetchAndSave) });
  return (
    <>
      <Button kind={kind} icon="download" busy={busy || isMade} onClick={() => void mutate(fetchAndSave)}>
        {children}
      </Button>
      {isMade && <Hint>The deployment makes the file. Your browser saves it then.</Hint>}
      {problem !== null && !isMade && <ProblemNotice problem={problem} />}
    </>
  );
}

function save(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noreferrer';
  link.click();
}
