import type { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { askedByForm, asRoot } from '#test/emulator/as-root.ts';

/** One thing that a role may do: an action on a resource. */
export interface Grant {
  readonly role: string;
  /** Its inline policy. */
  readonly policy: string;
  /** Last part of the name of the function that has the role; null: no function has it. */
  readonly function: string | null;
  readonly action: string;
  /** ARN, or pattern of ARNs. */
  readonly resource: string;
  /** Of several equal ones of a role, which differ by their conditions. */
  readonly statement: number;
}

interface Statement {
  readonly Action: string | string[];
  readonly Resource: string | string[];
  readonly [key: string]: unknown;
}

interface PolicyDocument {
  readonly Version: string;
  readonly Statement: Statement[];
}

const IAM_VERSION = '2010-05-08';

/**
 * The roles of a deployment in the emulator, as the template made them, and ways to take a grant
 * away for a while.
 */
export class DeployedRoles {
  readonly grants: readonly Grant[];
  readonly #endpoint: string;
  readonly #documents: ReadonlyMap<string, PolicyDocument>;

  private constructor(endpoint: string, documents: ReadonlyMap<string, PolicyDocument>, grants: readonly Grant[]) {
    this.#endpoint = endpoint;
    this.#documents = documents;
    this.grants = grants;
  }

  static async open(surf: EmulatedDeployment): Promise<DeployedRoles> {
    const endpoint = await endpointOf(surf);
    const listed = await fetch(`${endpoint}/2015-03-31/functions/`, { headers: { authorization: asRoot('lambda') } });
    const { Functions } = (await listed.json()) as { Functions: { FunctionName: string; Role: string }[] };
    const own = `surf-${surf.stage}-`;
    const ofRole = new Map(
      Functions.filter(({ FunctionName }) => FunctionName.startsWith(own)).map(({ FunctionName, Role }) => [
        Role.slice(Role.lastIndexOf('/') + 1),
        FunctionName.slice(own.length),
      ]),
    );
    const documents = new Map<string, PolicyDocument>();
    const grants: Grant[] = [];
    for (const role of tagged(await iam(endpoint, { Action: 'ListRoles' }), 'RoleName')) {
      for (const policy of tagged(await iam(endpoint, { Action: 'ListRolePolicies', RoleName: role }), 'member')) {
        const answer = await iam(endpoint, { Action: 'GetRolePolicy', RoleName: role, PolicyName: policy });
        const document = JSON.parse(decodeURIComponent(tagged(answer, 'PolicyDocument')[0] ?? '{}')) as PolicyDocument;
        if (!JSON.stringify(document).includes(own) && !role.includes(own)) continue; // the toolkit's
        documents.set(`${role}/${policy}`, document);
        grants.push(...grantsIn(document, { role, policy, function: ofRole.get(role) ?? null }));
      }
    }
    return new DeployedRoles(endpoint, documents, grants);
  }

  /** Takes the grant away while `work` runs, and nothing else. */
  async without<T>(grant: Grant, work: () => Promise<T>): Promise<T> {
    const document = this.#documents.get(`${grant.role}/${grant.policy}`);
    if (document === undefined) throw new Error(`there is no policy ${grant.policy}`);
    await this.#put(grant, { ...document, Statement: document.Statement.flatMap(allBut(grant)) });
    try {
      return await work();
    } finally {
      await this.#put(grant, document);
    }
  }

  async #put({ role, policy }: Grant, document: PolicyDocument): Promise<void> {
    await iam(this.#endpoint, {
      Action: 'PutRolePolicy',
      RoleName: role,
      PolicyName: policy,
      PolicyDocument: JSON.stringify(document),
    });
  }
}

/**
 * Calls a function of the deployment, as the state machine does.
 * @returns `done`, or what it threw
 */
export async function invoke(surf: EmulatedDeployment, name: string, payload: unknown): Promise<string> {
  const address = `${await endpointOf(surf)}/2015-03-31/functions/surf-${surf.stage}-${name}/invocations`;
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: asRoot('lambda') },
    body: JSON.stringify(payload),
  });
  const text = await answer.text();
  return answer.ok && !answer.headers.has('x-amz-function-error') ? 'done' : text.slice(0, 300);
}

export async function endpointOf({ clients }: EmulatedDeployment): Promise<string> {
  const { protocol, hostname, port } = (await clients.dynamo.config.endpoint?.()) ?? {};
  return `${protocol}//${hostname}:${port}`;
}

/** Asks IAM, as the root user. @returns its XML */
export const iam = (endpoint: string, parameters: Readonly<Record<string, string>>): Promise<string> =>
  askedByForm(endpoint, { service: 'iam', version: IAM_VERSION, parameters });

const tagged = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text);

const listOf = (value: string | string[]): string[] => (typeof value === 'string' ? [value] : value);

function grantsIn(document: PolicyDocument, of: Pick<Grant, 'role' | 'policy' | 'function'>): Grant[] {
  return document.Statement.flatMap(({ Action, Resource }, statement) =>
    listOf(Action).flatMap((action) => listOf(Resource).map((resource) => ({ ...of, action, resource, statement }))),
  );
}

/**
 * What a statement grants besides: the same actions on all resources, but for one action; and that
 * one on the other resources.
 */
const allBut =
  (grant: Grant) =>
  (statement: Statement, place: number): Statement[] => {
    if (place !== grant.statement) return [statement];
    const Action = listOf(statement.Action).filter((action) => action !== grant.action);
    const Resource = listOf(statement.Resource).filter((resource) => resource !== grant.resource);
    return [
      ...(Action.length > 0 ? [{ ...statement, Action }] : []),
      ...(Resource.length > 0 ? [{ ...statement, Action: grant.action, Resource }] : []),
    ];
  };
