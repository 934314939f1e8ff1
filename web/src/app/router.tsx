/** All routes of the dashboard. A screen is one file with a default export and is loaded on navigation. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { loadChunk, loadFirstChunk } from '../api/chunk.ts'
import { queryClient } from '../api/query-client.ts'
import { resumeSession } from '../api/session.ts'
import { Skeleton } from '../ui/notice.tsx'
import { Failure } from './failure.tsx'
import { meQuery } from './me.ts'
import { loadMonitorsEarly } from './monitor-store/use-monitor-store.ts'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'
import { parseSitePath } from './site-path.ts'

type Load = Parameters<typeof lazyRouteComponent>[0]

/** The router itself would reload the page when a screen fails to load, which loses the page if the network is down. */
const loadScreen = (load: Load, loader = loadChunk) => lazyRouteComponent(() => loader(load))

const root = createRootRoute({ component: Outlet })

/** For visitors; signed-in users are redirected. */
const signedOutLayout = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: async ({ search }) => {
    const session = await resumeSession().catch(() => null)
    if (session?.state === 'in') throw redirect({ href: parseSitePath((search as { onward?: unknown }).onward) ?? '/' })
  },
  component: Outlet,
})

/** For links with a token, with or without a session. */
const linkLayout = createRoute({
  getParentRoute: () => root,
  id: 'guests',
  beforeLoad: async () => {
    await resumeSession().catch(() => null)
  },
  component: Outlet,
})

const signedInLayout = createRoute({
  getParentRoute: () => root,
  id: 'members',
  beforeLoad: async ({ location }) => {
    const session = await resumeSession()
    if (session.state !== 'in')
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { onward: location.href } })
  },
  loader: () => queryClient.ensureQueryData(meQuery),
  component: Shell,
  pendingComponent: () => <Skeleton className="p-8" />,
  errorComponent: Failure,
})

const settingsLayout = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/settings',
  component: loadScreen(() => import('../screens/settings/layout.tsx')),
})

const createSignedOutRoute = (path: string, load: Load) =>
  createRoute({ getParentRoute: () => signedOutLayout, path, component: loadScreen(load) })
const createLinkRoute = (path: string, load: Load) =>
  createRoute({ getParentRoute: () => linkLayout, path, component: loadScreen(load) })
const createSignedInRoute = (path: string, load: Load) =>
  createRoute({ getParentRoute: () => signedInLayout, path, component: loadScreen(load) })
const createSettingsRoute = (path: string, load: Load) =>
  createRoute({ getParentRoute: () => settingsLayout, path, component: loadScreen(load) })

/** The list of monitors is the first screen. */
function toMonitors(): never {
  throw redirect({ to: '/', replace: true })
}

const tree = root.addChildren([
  signedOutLayout.addChildren([
    createSignedOutRoute('/login', () => import('../screens/auth/login.tsx')),
    createSignedOutRoute('/register', () => import('../screens/auth/register.tsx')),
    createSignedOutRoute('/forgot-password', () => import('../screens/auth/forgot-password.tsx')),
  ]),
  linkLayout.addChildren([
    createLinkRoute('/reset-password', () => import('../screens/auth/reset-password.tsx')),
    createLinkRoute('/invite', () => import('../screens/auth/invite.tsx')),
    createLinkRoute('/wall', () => import('../screens/loom/wall.tsx')),
  ]),
  signedInLayout.addChildren([
    // The only screen whose texts are loaded from the beginning
    createRoute({
      getParentRoute: () => signedInLayout,
      path: '/',
      loader: loadMonitorsEarly,
      component: loadScreen(() => import('../screens/monitors/monitors.tsx'), loadFirstChunk),
    }),
    createRoute({ getParentRoute: () => signedInLayout, path: '/monitors', beforeLoad: toMonitors }),
    createSignedInRoute('/monitors/new', () => import('../screens/monitor-form/new-monitor.tsx')),
    createSignedInRoute('/monitors/$id', () => import('../screens/monitor/monitor.tsx')),
    createSignedInRoute('/monitors/$id/year', () => import('../screens/monitor/year.tsx')),
    createSignedInRoute('/monitors/$id/edit', () => import('../screens/monitor-form/edit-monitor.tsx')),
    createSignedInRoute('/groups', () => import('../screens/monitors/groups/groups.tsx')),
    createSignedInRoute('/loom', () => import('../screens/loom/loom.tsx')),
    createSignedInRoute('/incidents', () => import('../screens/incidents/incidents.tsx')),
    createSignedInRoute('/incidents/$id', () => import('../screens/incidents/incident.tsx')),
    createSignedInRoute('/status-pages', () => import('../screens/status-pages/status-pages.tsx')),
    createSignedInRoute('/status-pages/$id', () => import('../screens/status-pages/status-page.tsx')),
    createSignedInRoute('/maintenance', () => import('../screens/maintenance/maintenance.tsx')),
    createSignedInRoute('/on-call', () => import('../screens/on-call/on-call.tsx')),
    createSignedInRoute('/notifications', () => import('../screens/notifications/notifications.tsx')),
    createSignedInRoute(
      '/notifications/escalation',
      () => import('../screens/notifications/escalation/escalation.tsx'),
    ),
    createSignedInRoute('/reports', () => import('../screens/reports/reports.tsx')),
    createSignedInRoute('/reports/year', () => import('../screens/reports/year.tsx')),
    createSignedInRoute('/account', () => import('../screens/account/account.tsx')),
    settingsLayout.addChildren([
      createSettingsRoute('/', () => import('../screens/settings/organization.tsx')),
      createSettingsRoute('/projects', () => import('../screens/settings/projects.tsx')),
      createSettingsRoute('/variables', () => import('../screens/settings/variables.tsx')),
      createSettingsRoute('/configuration', () => import('../screens/settings/configuration/configuration.tsx')),
      createSettingsRoute('/members', () => import('../screens/settings/members.tsx')),
      createSettingsRoute('/api-keys', () => import('../screens/settings/api-keys.tsx')),
      createSettingsRoute('/audit-log', () => import('../screens/settings/audit-log.tsx')),
      createSettingsRoute('/plan', () => import('../screens/settings/plan.tsx')),
      createSettingsRoute('/email', () => import('../screens/settings/email.tsx')),
      createSettingsRoute('/probes', () => import('../screens/probes/probes.tsx')),
    ]),
    // Any other address, with the navigation
    createRoute({ getParentRoute: () => signedInLayout, path: '$', component: NotFound }),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0, // the query client decides which data is fresh
  scrollRestoration: true,
  defaultPendingComponent: () => <Skeleton className="p-8" />,
  defaultErrorComponent: Failure,
})
