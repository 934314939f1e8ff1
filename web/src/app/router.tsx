/** Every address of the dashboard. A screen is one file with a default export, loaded when somebody goes there. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { chunk } from '../api/chunk.ts'
import { queryClient } from '../api/query-client.ts'
import { resume } from '../api/session.ts'
import { Skeleton } from '../ui/trouble.tsx'
import { Failure } from './failure.tsx'
import { meQuery } from './me.ts'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'
import { sitePath } from './site-path.ts'

type Load = Parameters<typeof lazyRouteComponent>[0]

/** The router itself would load the page anew when a screen does not come, and without a network there is no page. */
const screen = (load: Load) => lazyRouteComponent(() => chunk(load))

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** For visitors: whoever is signed in already goes on. */
const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: async ({ search }) => {
    const session = await resume().catch(() => null)
    if (session?.state === 'in') throw redirect({ href: sitePath((search as { onward?: unknown }).onward) ?? '/' })
  },
  component: Outlet,
})

/** For those who follow a link from a mail, signed in or not. */
const guests = createRoute({
  getParentRoute: () => root,
  id: 'guests',
  beforeLoad: async () => {
    await resume().catch(() => null)
  },
  component: Outlet,
})

const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  beforeLoad: async ({ location }) => {
    const session = await resume()
    if (session.state !== 'in')
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { onward: location.href } })
  },
  loader: () => queryClient.ensureQueryData(meQuery),
  component: Shell,
  pendingComponent: () => <Skeleton className="p-8" />,
  errorComponent: Failure,
})

const settings = createRoute({
  getParentRoute: () => members,
  path: '/settings',
  component: screen(() => import('../screens/settings/layout.tsx')),
})

const visitorsTo = (path: string, load: Load) =>
  createRoute({ getParentRoute: () => visitors, path, component: screen(load) })
const guestsTo = (path: string, load: Load) =>
  createRoute({ getParentRoute: () => guests, path, component: screen(load) })
const membersTo = (path: string, load: Load) =>
  createRoute({ getParentRoute: () => members, path, component: screen(load) })
const settingsTo = (path: string, load: Load) =>
  createRoute({ getParentRoute: () => settings, path, component: screen(load) })

const tree = root.addChildren([
  visitors.addChildren([
    visitorsTo('/login', () => import('../screens/auth/login.tsx')),
    visitorsTo('/register', () => import('../screens/auth/register.tsx')),
    visitorsTo('/forgot-password', () => import('../screens/auth/forgot-password.tsx')),
  ]),
  guests.addChildren([
    guestsTo('/reset-password', () => import('../screens/auth/reset-password.tsx')),
    guestsTo('/invite', () => import('../screens/auth/invite.tsx')),
  ]),
  members.addChildren([
    membersTo('/', () => import('../screens/monitors/monitors.tsx')),
    membersTo('/monitors/new', () => import('../screens/monitor-form/new-monitor.tsx')),
    membersTo('/monitors/$id', () => import('../screens/monitor/monitor.tsx')),
    membersTo('/monitors/$id/edit', () => import('../screens/monitor-form/edit-monitor.tsx')),
    membersTo('/groups', () => import('../screens/monitors/groups/groups.tsx')),
    membersTo('/incidents', () => import('../screens/incidents/incidents.tsx')),
    membersTo('/incidents/$id', () => import('../screens/incidents/incident.tsx')),
    membersTo('/status-pages', () => import('../screens/status-pages/status-pages.tsx')),
    membersTo('/status-pages/$id', () => import('../screens/status-pages/status-page.tsx')),
    membersTo('/maintenance', () => import('../screens/maintenance/maintenance.tsx')),
    membersTo('/notifications', () => import('../screens/notifications/notifications.tsx')),
    membersTo('/reports', () => import('../screens/reports/reports.tsx')),
    membersTo('/account', () => import('../screens/account/account.tsx')),
    settings.addChildren([
      settingsTo('/', () => import('../screens/settings/organization.tsx')),
      settingsTo('/projects', () => import('../screens/settings/projects.tsx')),
      settingsTo('/members', () => import('../screens/settings/members.tsx')),
      settingsTo('/api-keys', () => import('../screens/settings/api-keys.tsx')),
      settingsTo('/audit-log', () => import('../screens/settings/audit-log.tsx')),
      settingsTo('/plan', () => import('../screens/settings/plan.tsx')),
      settingsTo('/probes', () => import('../screens/probes/probes.tsx')),
    ]),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0, // what is fresh is for the query client to say
  scrollRestoration: true,
  defaultPendingComponent: () => <Skeleton className="p-8" />,
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NotFound,
})
