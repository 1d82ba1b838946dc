// Part of the harness that the figures of this project were first made with, kept as it was (Biome
// does not look here); see bench/README.md. HTTP clients with one interface: get(origin, path,
// cb(err, status, headersRaw, buffer|null)). discard: bodies are counted, not kept.
import http from 'node:http';
const [maj, min] = process.versions.node.split('.').map(Number);
export const undiciName = process.env.UNDICI || (maj > 22 || (maj === 22 && min >= 19) ? 'undici8' : 'undici7');
export async function makeClient({ client, perHost, pipelining, enc, discard }) {
  const hdrs = { 'user-agent': 'benchbot/1.0', accept: 'text/html,*/*;q=0.5', ...(enc === 'gzip' ? { 'accept-encoding': 'gzip' } : {}) };
  if (client === 'http') { const agent = new http.Agent({ keepAlive: true, maxSockets: perHost, scheduling: 'lifo' });
    return { name: 'node:http', get(o, p, cb) { const u = o.slice(7).split(':'); const rq = http.request({ host: u[0], port: +u[1], path: p, agent, headers: hdrs }, (rs) => { if (discard) { let n = 0; rs.on('data', (c) => { n += c.length; }); rs.on('end', () => cb(null, rs.statusCode, rs.rawHeaders, n)); } else { const ch = []; rs.on('data', (c) => ch.push(c)); rs.on('end', () => cb(null, rs.statusCode, rs.rawHeaders, ch.length === 1 ? ch[0] : Buffer.concat(ch))); } rs.on('error', cb); }); rq.on('error', cb); rq.end(); }, close: async () => agent.destroy() };
  }
  const { Pool, Agent, fetch, setGlobalDispatcher } = await import(undiciName);
  if (client === 'fetch') { setGlobalDispatcher(new Agent({ connections: perHost, pipelining })); const h2 = { ...hdrs, ...(enc === 'gzip' ? {} : { 'accept-encoding': 'identity' }) };
    return { name: undiciName + '.fetch', decodes: true, get(o, p, cb) { fetch(o + p, { headers: h2, redirect: 'manual' }).then(async (r) => { const b = Buffer.from(await r.arrayBuffer()); cb(null, r.status, [], discard ? b.length : b); }).catch(cb); }, close: async () => {} }; }
  const pools = new Map(); const pool = (o) => { let p = pools.get(o); if (!p) pools.set(o, p = new Pool(o, { connections: perHost, pipelining, bodyTimeout: 60000, headersTimeout: 60000 })); return p; };
  const close = async () => { for (const p of pools.values()) await p.close(); };
  if (client === 'request') return { name: undiciName + '.request', get(o, p, cb) { pool(o).request({ path: p, method: 'GET', headers: hdrs }).then(async (r) => { if (discard) { let n = 0; for await (const c of r.body) n += c.length; cb(null, r.statusCode, [], n); } else cb(null, r.statusCode, [], Buffer.from(await r.body.arrayBuffer())); }).catch(cb); }, close };
  // dispatch: undici's own callback interface, no streams and no promises
  return { name: undiciName + '.dispatch', close, get(o, p, cb) {
    let status = 0, raw = null, ch = discard ? null : [], n = 0;
    pool(o).dispatch({ path: p, method: 'GET', headers: hdrs }, {
      onRequestStart() {}, onResponseStart(_c, s, h) { status = s; raw = h; }, onResponseData(_c, d) { n += d.length; if (ch) ch.push(d); }, onResponseEnd() { cb(null, status, raw, ch ? (ch.length === 1 ? ch[0] : Buffer.concat(ch, n)) : n); }, onResponseError(_c, e) { cb(e); },
    });
  } };
}
