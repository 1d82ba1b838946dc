/** Lines of groups as one text. */
export interface GroupedText {
  /** Group after group, the lines of each in the order in which they came. Each ends with LF. */
  readonly parts: readonly Uint8Array[];
  /** Group of each line, in the order in which the lines came. */
  readonly groups: Uint32Array;
  /** Bytes of each line as it is in the text, with its LF. */
  readonly lengths: Uint32Array;
}

/** Size of the pieces of a group's text: each group leaves half of one empty. */
const PIECE_BYTES = 1024;
const PIECES_OF_BLOCK = 256;
const FIRST_LINES = 1_024;
const FIRST_PIECES = 256;
const LF = 10;
/** Mark of a last piece. */
const NONE = 0xffff_ffff;

/** First and last piece of a group's text, and the bytes used of its last piece. */
interface Group {
  readonly first: number;
  last: number;
  used: number;
}

/**
 * Lines grouped as they come, outside of the heap. Each group is a chain of pieces, so that no line
 * is moved when it is written: what is sorted at the end would be in memory twice.
 */
export class GroupedLines {
  /** Each holds pieces one after another. */
  #blocks: Buffer[] = [];
  #pieces = 0;
  /** Next piece of each piece in its chain. */
  #next = new Uint32Array(FIRST_PIECES);
  #chains: Group[] = [];
  /** Group and bytes of each line. */
  #groups = new Uint32Array(FIRST_LINES);
  #lengths = new Uint32Array(FIRST_LINES);
  #count = 0;
  /** A line that does not fit into one piece. */
  #long = Buffer.allocUnsafeSlow(PIECE_BYTES);

  get count(): number {
    return this.#count;
  }

  /** @param group 0, 1 and so on, in the order in which they come first */
  add(group: number, line: string): void {
    const chain = this.#chainOf(group);
    const most = Buffer.byteLength(line) + 1;
    this.#note(group, most <= PIECE_BYTES - chain.used ? this.#write(chain, line) : this.#writeLong(chain, line, most));
  }

  #note(group: number, bytes: number): void {
    if (this.#count === this.#lengths.length) {
      this.#groups = doubled(this.#groups);
      this.#lengths = doubled(this.#lengths);
    }
    this.#groups[this.#count] = group;
    this.#lengths[this.#count++] = bytes;
  }

  /** All of them. The parts are the lines' own memory, until `release`. */
  text(): GroupedText {
    const groups = this.#groups.slice(0, this.#count);
    return { parts: this.#chains.flatMap((chain) => this.#parts(chain)), groups, lengths: this.#inOrder(groups) };
  }

  /** Drops all lines. */
  release(): void {
    this.#blocks = [];
    this.#pieces = 0;
    this.#chains = [];
    this.#count = 0;
  }

  #chainOf(group: number): Group {
    const known = this.#chains[group];
    if (known !== undefined) return known;
    const piece = this.#newPiece();
    const made: Group = { first: piece, last: piece, used: 0 };
    this.#chains[group] = made;
    return made;
  }

  #write(chain: Group, line: string): number {
    const block = this.#blockOf(chain.last);
    const at = placeOf(chain.last) + chain.used;
    const bytes = block.write(line, at);
    block[at + bytes] = LF;
    chain.used += bytes + 1;
    return bytes + 1;
  }

  /** A line that may reach into the pieces behind. */
  #writeLong(chain: Group, line: string, most: number): number {
    if (most > this.#long.length) this.#long = Buffer.allocUnsafeSlow(most);
    const bytes = this.#long.write(line) + 1;
    this.#long[bytes - 1] = LF;
    this.#copy(chain, this.#long, bytes);
    return bytes;
  }

  #copy(chain: Group, source: Buffer, bytes: number): void {
    for (let at = 0; at < bytes; ) {
      if (chain.used === PIECE_BYTES) this.#extend(chain);
      const end = Math.min(bytes, at + PIECE_BYTES - chain.used);
      chain.used += source.copy(this.#blockOf(chain.last), placeOf(chain.last) + chain.used, at, end);
      at = end;
    }
  }

  #extend(chain: Group): void {
    const piece = this.#newPiece();
    this.#next[chain.last] = piece;
    chain.last = piece;
    chain.used = 0;
  }

  #newPiece(): number {
    if (this.#pieces === this.#next.length) this.#next = doubled(this.#next);
    if (this.#pieces % PIECES_OF_BLOCK === 0) this.#blocks.push(Buffer.allocUnsafeSlow(PIECES_OF_BLOCK * PIECE_BYTES));
    this.#next[this.#pieces] = NONE;
    return this.#pieces++;
  }

  #blockOf(piece: number): Buffer {
    return this.#blocks[Math.floor(piece / PIECES_OF_BLOCK)] as Buffer;
  }

  /** The text of a chain; pieces that follow each other in memory are one part. */
  #parts(chain: Group): Uint8Array[] {
    const parts: Uint8Array[] = [];
    for (let piece = chain.first; piece !== NONE; ) {
      const from = piece;
      while (this.#next[piece] === piece + 1 && placeOf(piece + 1) > 0) piece += 1;
      const end = placeOf(piece) + (piece === chain.last ? chain.used : PIECE_BYTES);
      parts.push(this.#blockOf(from).subarray(placeOf(from), end));
      piece = this.#next[piece] as number;
    }
    return parts;
  }

  /** Lengths of the lines as they are in the text: sorted by group, by counting. */
  #inOrder(groups: Uint32Array): Uint32Array {
    const places = new Uint32Array(this.#chains.length + 1);
    for (const group of groups) places[group + 1] = (places[group + 1] as number) + 1;
    for (let group = 1; group < places.length; group += 1)
      places[group] = (places[group] as number) + (places[group - 1] as number);
    const lengths = new Uint32Array(groups.length);
    for (const [line, group] of groups.entries()) {
      const place = places[group] as number;
      places[group] = place + 1;
      lengths[place] = this.#lengths[line] as number;
    }
    return lengths;
  }
}

/** Offset of a piece in its block. */
const placeOf = (piece: number): number => (piece % PIECES_OF_BLOCK) * PIECE_BYTES;

const doubled = (array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> =>
  new Uint32Array(array.buffer.transfer(array.byteLength * 2));
