import type { Defaults } from '#api/http/api-ports.ts';
import type { Caller } from '#core/identity/caller.ts';

/** What an API thread is started with. */
export interface ApiThreadData {
  /** The data folder. */
  readonly data: string;
  readonly version: string;
  /** Folder with the files of secrets; null: there is none. */
  readonly secretsFolder: string | null;
  /** What the server gives to everybody. */
  readonly defaults?: Defaults;
  readonly extractionHeapMb: number;
}

/** A request without what only its connection has. */
export interface AskedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** Who asks, as the door of the main thread found out. */
  readonly caller: Caller;
}

/** What an API thread is told. A part of a body is sent for each `more`. */
export type ApiOrder =
  | { readonly type: 'ask'; readonly id: number; readonly request: AskedRequest }
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'leave'; readonly id: number };

export interface AnsweredHead {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly hasBody: boolean;
}

/** What an API thread answers. */
export type ApiReply =
  | { readonly type: 'head'; readonly id: number; readonly head: AnsweredHead }
  | { readonly type: 'part'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'broken'; readonly id: number }
  /** A run of an execution is to begin, in the main thread. */
  | { readonly type: 'run'; readonly execution: string; readonly run: number };
