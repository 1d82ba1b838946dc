import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import { useQuery } from '../../query/use-query.ts';
import { Loading, NoView } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { NotificationsPanel } from '../workflows/notifications/notifications-panel.tsx';
import { AccountPanels } from './account-panels.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { BlocklistPanel } from './blocklist-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { UsagePanel } from './usage-panel.tsx';
import { UsersPanel } from './users-panel.tsx';

const OWN = [
  ['', 'Account'],
  ['keys', 'API keys'],
  ['notifications', 'Notifications'],
  ['usage', 'Usage'],
] as const;
const OF_ADMINISTRATORS = [
  ['users', 'Users'],
  ['blocklist', 'Blocklist'],
  ['audit', 'Audit'],
] as const;

/** Account, API keys and usage. Administrators also see users, the blocklist and the audit log. */
export function Settings({ part, query }: { readonly part: string; readonly query: URLSearchParams }): ReactNode {
  const me = useQuery(async (client) => answered(await client.GET('/v1/me')), { key: 'me' });
  const isAdministrator = me.value?.role === 'administrator';
  const parts = isAdministrator ? [...OWN, ...OF_ADMINISTRATORS] : OWN;
  const at = (place: string): string => (place === '' ? 'settings' : `settings/${place}`);
  return (
    <>
      <PageHead title="Settings" />
      <Tabs
        label="Parts of the settings"
        current={at(part)}
        items={parts.map(([place, words]) => [at(place), words] as const)}
      />
      {part === 'keys' && <KeysPanel />}
      {part === 'notifications' && <NotificationsPanel workflow={null} />}
      {part === 'usage' && <UsagePanel user={isAdministrator ? query.get('user') : null} />}
      {isAdministrator && part === 'users' && <UsersPanel />}
      {isAdministrator && part === 'blocklist' && <BlocklistPanel />}
      {isAdministrator && part === 'audit' && <AuditPanel />}
      {part === '' && <AccountPanels me={me} />}
      {me.value !== null && !parts.some(([place]) => place === part) && <NoView />}
      {me.value === null && part !== '' && <QueryView result={me}>{() => <Loading />}</QueryView>}
    </>
  );
}
