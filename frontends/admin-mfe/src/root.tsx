import './styles/common.css';
import type { PathOf } from '@numscope/contracts';
import { matchPath, Skeleton, useLocation } from '@numscope/ui';
import { lazy, Suspense } from 'react';

const AuditPage = lazy(() => import('./features/audit/audit-page.tsx'));
const UsersPage = lazy(() => import('./features/users/users-page.tsx'));
const SourcesPage = lazy(() => import('./features/sources/sources-page.tsx'));
const KeysPage = lazy(() => import('./features/keys/keys-page.tsx'));
const SessionsPage = lazy(() => import('./features/sessions/sessions-page.tsx'));
const SystemPage = lazy(() => import('./features/system/system-page.tsx'));

const PrivacyPage = lazy(() => import('./features/privacy/privacy-page.tsx'));
const WebhooksPage = lazy(() => import('./features/webhooks/webhooks-page.tsx'));
const SourcePage = lazy(() => import('./features/source/source-page.tsx'));

const screens: Record<Exclude<PathOf<'admin_mfe'>, '/ext/sources/{name}'>, typeof AuditPage> = {
  '/ext/audit': AuditPage,
  '/int/audit': AuditPage,
  '/ext/users': UsersPage,
  '/ext/sources': SourcesPage,
  '/ext/privacy': PrivacyPage,
  '/ext/webhooks': WebhooksPage,
  '/ext/system': SystemPage,
  '/ext/keys': KeysPage,
  '/int/keys': KeysPage,
  '/ext/sessions': SessionsPage,
  '/int/sessions': SessionsPage,
};

const isScreen = (path: string): path is keyof typeof screens => Object.hasOwn(screens, path);

/** Which screen of this remote a path shows; each loads when first opened. */
export function Root() {
  const { pathname } = useLocation();
  const path = pathname.replace(/\/+$/, '');
  const name = matchPath('/ext/sources/{name}', pathname)?.['name'];
  if (name !== undefined)
    return (
      <Suspense fallback={<Skeleton rows={12} />}>
        <SourcePage key={name} name={name} />
      </Suspense>
    );
  const Screen = isScreen(path) ? screens[path] : null;
  return <Suspense fallback={null}>{Screen === null ? null : <Screen />}</Suspense>;
}
