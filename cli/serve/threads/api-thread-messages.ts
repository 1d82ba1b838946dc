import type { Defaults } from '#api/http/api-ports.ts';
import type { Embedded } from '#compose/compose-local.ts';
import type { Caller } from '#core/identity/caller.ts';

/** The start data of an API thread. */
export interface ApiThreadData {
  /** The data folder. */
  readonly data: string;
  readonly version: string;
  /** Folder with the files of secrets, or null. */
  readonly secretsFolder: string | null;
  /** Plug-ins of the server. */
  readonly plugins: Embedded['plugins'];
  /** Defaults for every caller. */
  readonly defaults?: Defaults;
  readonly extractionHeapMb: number;
  /**
   * Folder for temporary files. The thread creates it on demand. The main thread removes it after
   * the thread has ended, for any reason.
   */
  readonly scratch: string;
}

/** A request without its connection. */
export interface AskedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** The caller, authenticated by the main thread. */
  readonly caller: Caller;
}

/** A message to an API thread. The thread sends one part of a body per `more`. */
export type ApiOrder =
  | { readonly type: 'ask'; readonly id: number; readonly request: AskedRequest }
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'leave'; readonly id: number };

export interface AnsweredHead {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly hasBody: boolean;
}

/** A message from an API thread. */
export type ApiReply =
  | { readonly type: 'head'; readonly id: number; readonly head: AnsweredHead }
  | { readonly type: 'part'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'broken'; readonly id: number }
  /** Asks the main thread to start a run of an execution. */
  | { readonly type: 'run'; readonly execution: string; readonly run: number };
