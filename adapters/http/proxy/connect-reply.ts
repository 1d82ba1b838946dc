import type { Duplex } from 'node:stream';

/** Real replies have a few hundred bytes. */
export const MAX_REPLY_BYTES = 16 * 1024;
const HEAD_END = '\r\n\r\n';
/** RFC 9112 §4, with a reason phrase that nobody reads. */
const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})(?: [^\r\n]*)?\r\n/;

/** A proxy's reply to CONNECT: its status, or the fault in words. */
export type ConnectReply =
  | { readonly status: number }
  /** `late`: there was no whole answer in time. */
  | { readonly fault: string; readonly late?: true };

/**
 * Reads the head of a proxy's reply to CONNECT, and nothing behind it.
 *
 * The reply may be any bytes, as slow as its proxy likes: at most 16 KiB are read of it, for at
 * most `timeoutMs` in all. Bytes behind a head that opens the tunnel are a fault: a server speaks
 * after its client, over TLS and in HTTP, so they are the proxy's own.
 *
 * @param done called once; the stream is left paused, with no listener of ours
 */
export function readConnectReply(stream: Duplex, timeoutMs: number, done: (reply: ConnectReply) => void): void {
  let text = '';
  const end = (reply: ConnectReply): void => {
    clearTimeout(timer);
    stream.off('readable', read).off('end', ended).off('close', ended).off('error', ended);
    done(reply);
  };
  const ended = (): void => end({ fault: 'closed the connection without an answer' });
  const timer = setTimeout(() => end({ fault: 'gives no whole answer in time', late: true }), Math.max(1, timeoutMs));
  const read = (): void => {
    for (let chunk: unknown = stream.read(); chunk !== null; chunk = stream.read()) {
      text += (chunk as Buffer).toString('latin1');
      const reply = replyOf(text);
      if (reply !== null) {
        end(reply);
        return;
      }
    }
  };
  stream.on('readable', read).on('end', ended).on('close', ended).on('error', ended);
}

/** Null while the head is not whole. */
function replyOf(text: string): ConnectReply | null {
  const length = text.indexOf(HEAD_END);
  if (length < 0) return text.length > MAX_REPLY_BYTES ? { fault: 'sends an answer without end' } : null;
  const status = Number(STATUS_LINE.exec(text)?.[1] ?? Number.NaN);
  if (!(status >= 200)) return { fault: 'does not answer in HTTP' };
  const isOpen = status < 300;
  if (isOpen && text.length > length + HEAD_END.length) return { fault: 'adds bytes to the connection' };
  return { status };
}
