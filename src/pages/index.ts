/** What the server renders for people without credentials: a file and a line each. */

import { registerBadgeImageRoutes } from './badges/monitor-badge.ts'
import { registerStatusBadgeRoutes } from './badges/status-badge.ts'
import type { PagePlugin } from './deps.ts'
import { registerFeedRoutes } from './feeds/feeds.ts'
import { registerStatuspageApiRoutes } from './feeds/statuspage-api.ts'
import { registerNotFoundRoutes } from './not-found.ts'
import { registerHistoryRoutes } from './status-page/history.ts'
import { registerPasswordRoutes } from './status-page/password.ts'
import { registerPageRoutes } from './status-page/status-page.ts'
import { registerSubscribeRoutes } from './status-page/subscribe.ts'
import { registerSubscriptionRoutes } from './status-page/subscriptions.ts'

export const PAGES: readonly PagePlugin[] = [
  registerPageRoutes,
  registerStatusBadgeRoutes,
  registerBadgeImageRoutes,
  registerFeedRoutes,
  registerHistoryRoutes,
  registerStatuspageApiRoutes,
  registerPasswordRoutes,
  registerSubscribeRoutes,
  registerSubscriptionRoutes,
  registerNotFoundRoutes,
]
