// Part of the harness that the figures of this project were first made with, kept as it was (Biome
// does not look here); see bench/README.md. WARC/1.1 response records, one gzip member a record.
// mode: gz6 | gz1 (deflate the decoded body), stored (the body as received, gzip-encoded, in a gzip
// member with stored blocks: nearly no CPU), none (plain .warc), gz6async (threadpool)
import fs from 'node:fs'; import zlib from 'node:zlib'; import crypto from 'node:crypto';
const crc32 = zlib.crc32 ?? (() => { const T = new Int32Array(256).map((_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? -306674912 ^ (n >>> 1) : n >>> 1; return n; }); return (b) => { let c = -1; for (let i = 0; i < b.length; i++) c = T[(c ^ b[i]) & 255] ^ (c >>> 8); return (c ^ -1) >>> 0; }; })();
function storedMember(buf) { // gzip header + stored deflate blocks of up to 65,535 bytes
  const blocks = Math.max(1, Math.ceil(buf.length / 65535)); const o = Buffer.allocUnsafe(10 + blocks * 5 + buf.length + 8); o.set([31, 139, 8, 0, 0, 0, 0, 0, 0, 255], 0); let p = 10, i = 0;
  for (let b = 0; b < blocks; b++) { const n = Math.min(65535, buf.length - i); o[p++] = b === blocks - 1 ? 1 : 0; o.writeUInt16LE(n, p); o.writeUInt16LE(n ^ 0xffff, p + 2); p += 4; buf.copy(o, p, i, i + n); p += n; i += n; }
  o.writeUInt32LE(crc32(buf), p); o.writeUInt32LE(buf.length, p + 4); return o;
}
export class Warc {
  constructor(file, mode) { this.fd = fs.openSync(file, 'w'); this.mode = mode; this.q = []; this.size = 0; this.bytes = 0; this.pending = 0; }
  record(url, head, body) {
    const b = Buffer.from(head); const dig = crypto.createHash('sha1').update(body).digest('hex');
    return Buffer.concat([Buffer.from(`WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:${crypto.randomUUID()}>\r\nWARC-Date: ${new Date().toISOString()}\r\nWARC-Target-URI: ${url}\r\nWARC-Payload-Digest: sha1:${dig}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${b.length + body.length}\r\n\r\n`), b, body, Buffer.from('\r\n\r\n')]);
  }
  write(url, head, decoded, raw) {
    const m = this.mode; const r = this.record(url, head, m === 'stored' ? raw : decoded);
    if (m === 'gz6async') { this.pending++; zlib.gzip(r, { level: 6 }, (e, z) => { this.pending--; this.push(z); }); return; }
    this.push(m === 'gz6' ? zlib.gzipSync(r, { level: 6 }) : m === 'gz1' ? zlib.gzipSync(r, { level: 1 }) : m === 'stored' ? storedMember(r) : r);
  }
  push(b) { this.q.push(b); this.size += b.length; this.bytes += b.length; if (this.size > 1 << 20) this.flush(); }
  flush() { if (this.q.length) fs.writevSync(this.fd, this.q); this.q = []; this.size = 0; }
  async close() { while (this.pending) await new Promise((r) => setTimeout(r, 2)); this.flush(); fs.closeSync(this.fd); }
}
