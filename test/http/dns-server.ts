import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** What the server says of a name: addresses of both families and their TTL. */
export interface DnsAnswer {
  readonly addresses: readonly string[];
  readonly ttlSeconds: number;
}

export interface DnsServer {
  /** `127.0.0.1:53535`, as setServers has it. */
  readonly address: string;
  /** Names in the order of asking, with the record's type. */
  readonly asked: string[];
  close(): Promise<void>;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEADER_BYTES = 12;
const SERVFAIL = 2;
const NXDOMAIN = 3;

/**
 * A DNS server (RFC 1035) on 127.0.0.1 that knows A and AAAA records.
 * @param answer called for each query; `earlier`: how often this name and type was asked before.
 * Null: there is no such name. `fails`: no other server tells (SERVFAIL)
 */
export async function startDnsServer(
  answer: (name: string, earlier: number) => DnsAnswer | 'fails' | null,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { address, port }) => {
    const { name, end } = nameOf(query);
    const type = query.readUInt16BE(end);
    const entry = `${name} ${type === TYPE_AAAA ? 'AAAA' : type === TYPE_A ? 'A' : type}`;
    const found = answer(name, asked.filter((other) => other === entry).length);
    asked.push(entry);
    const addresses = found === 'fails' ? [] : (found?.addresses ?? []);
    const records = addresses.filter((each) => isIPv6(each) === (type === TYPE_AAAA));
    socket.send(replyTo(query, end + 4, { records, found }), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function nameOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function replyTo(
  query: Buffer,
  end: number,
  { records, found }: { records: string[]; found: DnsAnswer | 'fails' | null },
): Buffer {
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180 | (found === null ? NXDOMAIN : found === 'fails' ? SERVFAIL : 0), 2); // answer, recursion available
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8); // no authority, nothing additional
  const answers = records.map((address) => {
    const data = isIPv6(address) ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xc000 | HEADER_BYTES, 0); // the name of the question
    head.writeUInt16BE(isIPv6(address) ? TYPE_AAAA : TYPE_A, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt32BE(found === 'fails' ? 0 : (found?.ttlSeconds ?? 0), 6);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]);
}

/** Of an address without IPv4 tail. */
function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const all = [...before, ...new Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]));
}
