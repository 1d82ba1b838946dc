import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import { Link } from '../../browser/router.tsx';
import { useQuery } from '../../query/use-query.ts';
import { useSession } from '../../session/session.tsx';
import { Hint, Loading } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import type { Draft } from '../../workflow/start-crawl.ts';
import { fetchFieldGroups, withPlugins } from '../../workflow/workflow-schema.ts';
import { NotificationsPanel } from './notifications/notifications-panel.tsx';
import { SchedulesPanel } from './schedules-panel.tsx';
import { WorkflowForm } from './workflow-form.tsx';

const NEW: Draft = { name: 'crawl', seeds: [], limits: { depth: 10, pages: 10_000 } };

const isCollection = ({ revisit }: { readonly revisit?: { readonly policy?: string } }): boolean =>
  (revisit?.policy ?? 'off') !== 'off';

/** Loads a workflow, or starts a new one, and edits it. */
export function WorkflowEditor({ id }: { readonly id: string | null }): ReactNode {
  const { fetchRaw } = useSession();
  const groups = useQuery(
    async (client) => {
      const [fields, me] = await Promise.all([fetchFieldGroups(fetchRaw), client.GET('/v1/me')]);
      const names = answered(me).plugins.map(({ name }) => name);
      return withPlugins(fields, names);
    },
    { key: 'schema' },
  );
  const saved = useQuery(
    async (client) =>
      id === null ? null : answered(await client.GET('/v1/workflows/{id}', { params: { path: { id } } })),
    { key: `workflow ${id}` },
  );
  const heading = id === null ? 'New workflow' : 'Workflow';
  if (saved.value === null && (id !== null || saved.loading)) {
    return (
      <>
        <PageHead title={heading} />
        <QueryView result={saved}>{() => <Loading />}</QueryView>
      </>
    );
  }
  return (
    <QueryView result={groups} rows={8}>
      {(fields) => (
        <>
          <WorkflowForm
            key={saved.value?.version ?? 0}
            groups={fields}
            saved={
              saved.value === null ? null : { id: saved.value.id, version: saved.value.version, name: saved.value.name }
            }
            first={(saved.value?.definition as Draft | undefined) ?? NEW}
            onSaved={saved.refetch}
          />
          {saved.value !== null && (
            <>
              {isCollection(saved.value.definition) && (
                <Hint>
                  Its runs are a collection. <Link to={`workflows/${saved.value.id}/collection`}>See its life</Link>:
                  next run, freshness, last changes.
                </Hint>
              )}
              <SchedulesPanel key={`schedules ${saved.value.id}`} workflow={saved.value.id} />
              <NotificationsPanel key={`notifications ${saved.value.id}`} workflow={saved.value.id} />
            </>
          )}
        </>
      )}
    </QueryView>
  );
}
