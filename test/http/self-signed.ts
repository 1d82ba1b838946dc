import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const HOUR_MS = 3_600_000;
const [SEQUENCE, SET, INTEGER, BIT_STRING, OCTETS, OID, UTF8, TIME] = [0x30, 0x31, 2, 3, 4, 6, 0x0c, 0x18];
const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2];
const COMMON_NAME = [0x55, 4, 3];
const ALT_NAMES = [0x55, 0x1d, 0x11];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];

/**
 * A certificate (RFC 5280) that says it is `name`, signed by itself, good for an hour; made for
 * each run so that the repository has no key.
 */
export function selfSigned(name: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = der(SEQUENCE, [
    der(0xa0, [der(INTEGER, [2])]), // version 3
    der(INTEGER, [1, ...randomBytes(8)]),
    der(SEQUENCE, [der(OID, ECDSA_SHA256)]),
    nameOf(name),
    der(SEQUENCE, [timeOf(Date.now() - HOUR_MS), timeOf(Date.now() + HOUR_MS)]),
    nameOf(name),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, [
      der(SEQUENCE, [
        extension(ALT_NAMES, der(SEQUENCE, [der(0x82, [...Buffer.from(name)])])),
        extension(BASIC_CONSTRAINTS, der(SEQUENCE, [der(1, [0xff])])), // a CA, so that it can be trusted
      ]),
    ]),
  ]);
  const signature = der(BIT_STRING, [0, ...sign('sha256', body, privateKey)]);
  const whole = der(SEQUENCE, [body, der(SEQUENCE, [der(OID, ECDSA_SHA256)]), signature]);
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n'); // an empty line is not PEM
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, key: pem(privateKey) };
}

const pem = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString();

const nameOf = (name: string): Buffer =>
  der(SEQUENCE, [der(SET, [der(SEQUENCE, [der(OID, COMMON_NAME), der(UTF8, [...Buffer.from(name)])])])]);

const timeOf = (at: number): Buffer =>
  der(TIME, [...Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\..*/g, '')}Z`)]);

const extension = (id: readonly number[], value: Buffer): Buffer => der(SEQUENCE, [der(OID, id), der(OCTETS, [value])]);

/** Tag, length, value (X.690 §8.1). */
function der(tag: number, parts: readonly (number | Buffer)[]): Buffer {
  const value = Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
