import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { type AuditEvent, type BlockEntry, DayUsage } from '#core/identity/account-store.ts';
import type { ApiKey } from '#core/identity/api-key.ts';
import { isUsableBlockPattern } from '#core/identity/block-pattern.ts';
import { QuotaName, type QuotaState } from '#core/identity/quotas/quota.ts';
import { Role } from '#core/identity/roles/role.ts';
import { RoleLimits } from '#core/identity/roles/role-limits.ts';
import { Rights, type User } from '#core/identity/roles/user.ts';
import { PluginTerms } from '#core/plugin/plugin.ts';

const time = z.iso.datetime();
const RightsShown = described(Rights, 'Rights');
const RoleShown = described(Role, 'Role');

export const UserView = z
  .object({
    user: z.string().openapi({ description: 'Subject of the issuer’s tokens.' }),
    email: z.string().nullable(),
    role: RoleShown,
    assigned: z
      .enum(['hand', 'automatically'])
      .openapi({ description: 'Signing in does not change a role that was assigned by hand.' }),
    rights: RightsShown,
    createdAt: time,
  })
  .openapi('User');
export type UserView = z.infer<typeof UserView>;

export const userView = ({ id, email, role, assigned, rights, createdAt }: User): UserView => ({
  user: id,
  email,
  role,
  assigned,
  rights,
  createdAt: isoTime(createdAt),
});

export const UserChange = z
  .strictObject({ role: RoleShown, rights: RightsShown.optional().openapi({ description: 'None, if absent.' }) })
  .openapi('UserChange');

/** The parts of a plug-in that matter to the author of a workflow. */
export const PluginView = z
  .object({
    name: described(PluginTerms.shape.name, { description: 'As a workflow names it, and prefix of its fields.' }),
    storesData: z.boolean().openapi({ description: 'It stores data of a page elsewhere.' }),
    timeoutSeconds: z.number().openapi({ description: 'Surf ends a call after this many seconds.' }),
  })
  .openapi('Plugin');

export const pluginView = ({ name, storesData, timeoutMs }: PluginTerms): z.infer<typeof PluginView> => ({
  name,
  storesData,
  timeoutSeconds: timeoutMs / 1_000,
});

export const QuotaView = z
  .object({
    quota: described(QuotaName, 'QuotaName'),
    most: z.number(),
    used: z.number().openapi({ description: 'Pages or USD since the day or the month began; stored bytes now.' }),
    setAside: z.number().openapi({ description: 'What executions that have not ended may use further.' }),
    left: z.number(),
    resetsAt: time.nullable().openapi({ description: 'Null: stored bytes count until their executions are deleted.' }),
  })
  .openapi('Quota');

export const quotaView = ({ resetsAt, ...state }: QuotaState) => ({
  ...state,
  resetsAt: resetsAt === null ? null : isoTime(resetsAt),
});

export const Me = z
  .object({
    user: z.string(),
    email: z.string().nullable(),
    role: RoleShown,
    rights: RightsShown,
    limits: described(RoleLimits, 'RoleLimits')
      .nullable()
      .openapi({ description: 'Limits of the role, of which null is unlimited. Null: the role has none.' }),
    quotas: z.array(QuotaView).openapi({
      description: 'Quotas of the role, by day and month in UTC and of storage, with what you have used; empty: none.',
    }),
    channels: z.array(z.enum(['webhook', 'email', 'topic'])).openapi({
      description: 'Channels that a subscription can use. The operator of the server enables `email` and `topic`.',
    }),
    plugins: z.array(PluginView).openapi({
      description: 'Plug-ins of the operator that a workflow can name in `plugins`, in the order of their calls.',
    }),
  })
  .openapi('Me');

export const UsageView = z
  .object({
    user: z.string(),
    days: z.array(described(DayUsage, 'DayUsage')),
    quotas: z.array(QuotaView).openapi({
      description:
        'Your quotas, by day and month in UTC, and of storage; empty: your role has none, or the usage is of somebody else.',
    }),
  })
  .openapi('Usage', { description: 'Days in UTC with any use, oldest first.' });

export const KeyView = z
  .object({
    id: z.string(),
    prefix: z.string().openapi({ description: 'The key begins so.' }),
    name: z.string(),
    owner: z.string(),
    role: RoleShown,
    createdAt: time,
    expiresAt: time.nullable(),
    revokedAt: time.nullable(),
    madeWith: z
      .string()
      .nullable()
      .openapi({ description: 'The key with which it was made; null: by a person who signed in, or the first key.' }),
  })
  .openapi('Key');
export type KeyView = z.infer<typeof KeyView>;

const whenever = (at: number | null): string | null => (at === null ? null : isoTime(at));

export const keyView = ({
  id,
  prefix,
  name,
  owner,
  role,
  ancestors,
  createdAt,
  expiresAt,
  revokedAt,
}: ApiKey): KeyView => ({
  id,
  prefix,
  name,
  owner,
  role,
  madeWith: ancestors.at(-1) ?? null,
  createdAt: isoTime(createdAt),
  expiresAt: whenever(expiresAt),
  revokedAt: whenever(revokedAt),
});

export const NewKey = z
  .strictObject({
    name: z.string().min(1).max(100),
    role: RoleShown.optional().openapi({ description: 'At most your own, which it is if absent.' }),
    expiresAt: time.optional().openapi({
      description: 'Never, if absent; a key that ends makes none that ends later, and its own end is the default.',
    }),
    owner: z.string().min(1).max(200).optional().openapi({ description: 'You, if absent; administrators only.' }),
  })
  .openapi('NewKey');

/** A key, and those that descend from it. */
export const KeyWithMade = KeyView.extend({
  made: z
    .array(KeyView)
    .openapi({ description: 'Keys that were made with it, of all generations: revoking it revokes them.' }),
}).openapi('KeyWithMade');

export const CreatedKey = KeyView.extend({
  key: z.string().openapi({ description: 'Shown here and never again.' }),
}).openapi('CreatedKey');

export const BlockView = z
  .object({
    id: z.string(),
    pattern: z.string().openapi({
      description: 'A glob over the whole URL, or a host name, with all hosts below.',
      example: 'ads.example',
    }),
    inForce: z.boolean().openapi({
      description:
        'False: an older Surf saved a pattern that does not compile. It blocks nothing; replace it with a glob.',
    }),
    note: z.string().nullable(),
    by: z.string(),
    createdAt: time,
  })
  .openapi('BlockEntry');
export type BlockView = z.infer<typeof BlockView>;

export const blockView = ({ id, pattern, note, by, createdAt }: BlockEntry): BlockView => ({
  id,
  pattern,
  note,
  by,
  inForce: isUsableBlockPattern(pattern),
  createdAt: isoTime(createdAt),
});

export const NewBlock = z
  .strictObject({ pattern: z.string().trim().min(1).max(1_024), note: z.string().max(500).optional() })
  .openapi('NewBlockEntry');

export const AuditView = z
  .object({ id: z.string(), at: time, by: z.string(), action: z.string(), target: z.string(), text: z.string() })
  .openapi('AuditEvent');
export type AuditView = z.infer<typeof AuditView>;

export const auditView = ({ id, at, by, action, target, text }: AuditEvent): AuditView => ({
  id,
  by,
  action,
  target,
  text,
  at: isoTime(at),
});
