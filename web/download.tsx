import { type ReactNode, useState } from 'react';
import type { Problem } from '#api/client/schema.ts';
import { problemOf } from './problem.ts';
import { useSession } from './session.tsx';
import { Button } from './ui/button.tsx';
import { ProblemNotice } from './ui/notice.tsx';

interface DownloadProps {
  /** Below the API: `/v1/executions/…`; or absolute, which needs no credentials. */
  readonly url: string;
  readonly fileName: string;
  readonly accept?: string;
  /** @default plain */
  readonly kind?: 'plain' | 'quiet';
  readonly children: ReactNode;
}

/** Fetches with our credentials, which a plain link could not carry, and gives the file to the browser. */
export function Download({ url, fileName, accept, kind = 'plain', children }: DownloadProps): ReactNode {
  const { fetchRaw } = useSession();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const fetchAndSave = async (): Promise<void> => {
    if (!url.startsWith('/')) return save(url, fileName);
    setBusy(true);
    setProblem(null);
    try {
      const response = await fetchRaw(url, accept === undefined ? {} : { headers: { Accept: accept } });
      const address = URL.createObjectURL(await response.blob());
      save(address, fileName);
      window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button kind={kind} icon="download" busy={busy} onClick={() => void fetchAndSave()}>
        {children}
      </Button>
      {problem !== null && <ProblemNotice problem={problem} />}
    </>
  );
}

function save(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.rel = 'noreferrer';
  link.click();
}
