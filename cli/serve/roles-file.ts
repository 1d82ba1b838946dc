import { readDocument } from '#cli/args/read-document.ts';
import { SurfError } from '#core/error.ts';
import { schemaIssue } from '#core/faults/schema-issue.ts';
import { GivenRoles, type RoleTable, USUAL_ROLES } from '#core/identity/roles/role-limits.ts';

/**
 * The limits of roles, with the changes of a file.
 * @throws SurfError COMMAND_USAGE that names the place
 */
export async function rolesOf(file: string | undefined): Promise<RoleTable> {
  if (file === undefined) return USUAL_ROLES;
  const { parseDocument } = await import('#core/workflow/parsing/workflow-document.ts');
  const { data, error } = GivenRoles.safeParse(parseDocument(await readDocument(file), file));
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new SurfError(
    'COMMAND_USAGE',
    `${file}: ${issue === undefined ? 'no mapping of roles' : schemaIssue(issue.path.join('.') || 'the file', issue)}`,
    {
      remedy:
        'name roles (standard, premium, administrator), each with the limits to change; docs/reference/identity.md lists them',
    },
  );
}
