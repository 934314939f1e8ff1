/** Pages for readers without credentials. Each page is one file and one line here. */

import { registerBadgeImageRoutes, registerStatusBadgeRoutes } from './badges.ts'
import type { PagePlugin } from './deps.ts'
import { registerFeedRoutes } from './feeds/feeds.ts'
import { registerOnCallCalendarRoutes } from './feeds/on-call-calendar.ts'
import { registerStatuspageApiRoutes } from './feeds/statuspage-api.ts'
import { registerNotFoundRoutes } from './plain-page.ts'
import { registerHistoryRoutes } from './status-page/history.ts'
import { registerPasswordRoutes } from './status-page/password.ts'
import { registerPageRoutes } from './status-page/status-page.ts'
import { registerSubscribeRoutes, registerSubscriptionRoutes } from './status-page/subscriptions.ts'
import { registerWellKnownRoutes } from './well-known.ts'

export const PAGES: readonly PagePlugin[] = [
  registerPageRoutes,
  registerStatusBadgeRoutes,
  registerBadgeImageRoutes,
  registerFeedRoutes,
  registerOnCallCalendarRoutes,
  registerHistoryRoutes,
  registerStatuspageApiRoutes,
  registerPasswordRoutes,
  registerSubscribeRoutes,
  registerSubscriptionRoutes,
  registerWellKnownRoutes,
  registerNotFoundRoutes,
]
