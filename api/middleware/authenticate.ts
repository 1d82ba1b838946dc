import type { ApiPorts, Identify } from '#api/http/api-ports.ts';
import { recordAudit } from '#api/http/audit.ts';
import { sameDigest } from '#core/bytes/digest.ts';
import { SurfError } from '#core/error.ts';
import { type ApiKey, keyHash, keyIdOf } from '#core/identity/api-key.ts';
import { type Caller, DEPLOYMENT_USER, LOCAL_CALLER, weakerRole } from '#core/identity/caller.ts';
import type { Role } from '#core/identity/roles/role.ts';
import type { RoleTable } from '#core/identity/roles/role-limits.ts';
import { ALL_RIGHTS, NO_RIGHTS, type User } from '#core/identity/roles/user.ts';
import type { Subject, TokenVerifier } from '#core/identity/token-verifier.ts';
import { TtlCache } from '#core/identity/ttl-cache.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

/** Cache for users and keys. A revocation takes effect everywhere within two seconds. */
const BELIEVED = { keptMs: 2_000, most: 10_000 };
const MOST_KEY_CHARACTERS = 200;
/** Cache key of the first key. */
const FIRST = 'first';

/** Reserved users: nobody can sign in as them. */
const OWN_USERS: ReadonlySet<string> = new Set([LOCAL_USER, DEPLOYMENT_USER]);

export interface SignInOptions {
  /** Verifies tokens of the configured issuer; null: API keys only. */
  readonly tokens: TokenVerifier | null;
  /** Subjects that are administrators unless an administrator has assigned another role. */
  readonly administrators: readonly string[];
  readonly roles: RoleTable;
  /**
   * SHA-256 of the deployment's first key as it is now, or null. Cached as long as a key.
   * @default no first key
   */
  readonly firstKeyHash?: () => Promise<string | null>;
}

/** Identifies the caller by token or API key. No other code does (design.md §9). */
export function authenticate(ports: Pick<ApiPorts, 'accounts' | 'clock' | 'random'>, options: SignInOptions): Identify {
  const authenticator = new Authenticator(ports, options);
  return (request) => authenticator.callerOf(request);
}

class Authenticator {
  readonly #ports: Pick<ApiPorts, 'accounts' | 'clock' | 'random'>;
  readonly #options: SignInOptions;
  readonly #users: TtlCache<User>;
  readonly #keys: TtlCache<ApiKey>;
  readonly #firstKey: TtlCache<string | null>;

  constructor(ports: Pick<ApiPorts, 'accounts' | 'clock' | 'random'>, options: SignInOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#users = new TtlCache(ports.clock, BELIEVED);
    this.#keys = new TtlCache(ports.clock, BELIEVED);
    this.#firstKey = new TtlCache(ports.clock, { ...BELIEVED, most: 1 });
  }

  async callerOf({ headers }: Request): Promise<Caller> {
    const key = headers.get('x-api-key');
    if (key !== null) return this.#withLimits(await this.#byKey(key));
    const [, token] = /^Bearer +([^\s]+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
    if (token !== undefined) return this.#withLimits(await this.#byToken(token));
    throw new SurfError('SIGN_IN_REQUIRED', 'the request has neither token nor API key', {
      remedy: 'send Authorization: Bearer with a token of the issuer that GET /config.json names, or X-Api-Key',
    });
  }

  #withLimits(caller: Omit<Caller, 'limits'>): Caller {
    return { ...caller, limits: this.#options.roles[caller.role] };
  }

  async #byToken(token: string): Promise<Omit<Caller, 'limits'>> {
    const { tokens } = this.#options;
    if (tokens === null) throw invalid('no issuer is configured here', 'send an API key as X-Api-Key');
    const subject = await tokens.verify(token);
    if (OWN_USERS.has(subject.id)) throw invalid('its subject is a name that nobody may have', 'ask for another name');
    const { id, role, rights } = await this.#signedIn(subject);
    return { user: id, role, rights };
  }

  /** The user, created at the first sign-in. It never changes a role that was assigned by hand. */
  async #signedIn({ id, email }: Subject): Promise<User> {
    const known = this.#users.get(id);
    if (known !== undefined) return known;
    const { accounts, clock } = this.#ports;
    const role: Role = this.#options.administrators.includes(id) ? 'administrator' : 'standard';
    const made: User = { v: 1, id, email, role, assigned: 'automatically', rights: NO_RIGHTS, createdAt: clock.now() };
    let user = await accounts.user(id);
    if (user === null) {
      user = await accounts.signIn(made);
      await this.#audit('user-created', id, `first sign-in: ${role}`);
    } else if (user.assigned === 'automatically' && user.role !== role) {
      user = { ...user, role };
      await accounts.saveUser(user);
      await this.#audit('user-changed', id, `${role}, as the configuration says`);
    }
    this.#users.set(id, user);
    return user;
  }

  #audit(action: 'user-created' | 'user-changed', target: string, text: string): Promise<void> {
    return recordAudit(this.#ports, { by: target, action, target, text });
  }

  async #byKey(text: string): Promise<Omit<Caller, 'limits'>> {
    const hash = keyHash(text.slice(0, MOST_KEY_CHARACTERS));
    const key = await this.#key(hash);
    const again = 'make a new key, or ask its owner for one';
    if (key === null) {
      if (await this.#isFirst(hash)) return DEPLOYMENT_CALLER;
      throw invalid('there is no such key', again);
    }
    if (key.revokedAt !== null || (await this.#isDisowned(key))) throw invalid('the key was revoked', again);
    if (key.expiresAt !== null && key.expiresAt <= this.#ports.clock.now()) throw invalid('the key has expired', again);
    const owner = await this.#owner(key.owner);
    if (owner === null) throw invalid('the key’s owner is gone', again);
    return { user: key.owner, role: weakerRole(key.role, owner.role), rights: owner.rights, key };
  }

  /**
   * True if a key from which this one descends was revoked. So a revocation holds for all
   * generations, even if their own rows are gone.
   */
  async #isDisowned({ ancestors }: ApiKey): Promise<boolean> {
    for (const id of ancestors) {
      const ancestor = this.#keys.get(id) ?? (await this.#ports.accounts.key(id));
      if (ancestor === null || ancestor.revokedAt !== null) return true;
      this.#keepKey(ancestor);
    }
    return false;
  }

  async #isFirst(hash: string): Promise<boolean> {
    const { firstKeyHash } = this.#options;
    if (firstKeyHash === undefined) return false;
    let first = this.#firstKey.get(FIRST);
    if (first === undefined) {
      first = await firstKeyHash();
      this.#firstKey.set(FIRST, first);
    }
    return first !== null && sameDigest(hash, first);
  }

  async #key(hash: string): Promise<ApiKey | null> {
    const id = keyIdOf(hash);
    const key = this.#keys.get(id) ?? (await this.#ports.accounts.key(id));
    if (key === null || !sameDigest(key.hash, hash)) return null;
    this.#keepKey(key);
    return key;
  }

  /** Caches a key from its first read: a later request does not extend the time. */
  #keepKey(key: ApiKey): void {
    if (this.#keys.get(key.id) === undefined) this.#keys.set(key.id, key);
  }

  async #owner(id: string): Promise<Pick<Caller, 'role' | 'rights'> | null> {
    if (id === DEPLOYMENT_USER) return DEPLOYMENT_CALLER;
    if (id === LOCAL_USER) return LOCAL_CALLER;
    const known = this.#users.get(id);
    if (known !== undefined) return known;
    const user = await this.#ports.accounts.user(id);
    if (user !== null) this.#users.set(id, user);
    return user;
  }
}

const DEPLOYMENT_CALLER: Omit<Caller, 'limits'> = { user: DEPLOYMENT_USER, role: 'administrator', rights: ALL_RIGHTS };

const invalid = (why: string, remedy: string): SurfError => new SurfError('SIGN_IN_INVALID', why, { remedy });
