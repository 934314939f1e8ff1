/** What the server renders for people without credentials: a file and a line each. */

import { monitorBadge } from './badges/monitor-badge.ts'
import { statusBadge } from './badges/status-badge.ts'
import type { Guest } from './deps.ts'
import { feeds } from './feeds/feeds.ts'
import { statuspageApi } from './feeds/statuspage-api.ts'
import { nothingHere } from './nothing-here.ts'
import { history } from './status-page/history.ts'
import { password } from './status-page/password.ts'
import { statusPage } from './status-page/status-page.ts'
import { subscribe } from './status-page/subscribe.ts'
import { subscriptions } from './status-page/subscriptions.ts'

export const PAGES: readonly Guest[] = [
  statusPage,
  statusBadge,
  monitorBadge,
  feeds,
  history,
  statuspageApi,
  password,
  subscribe,
  subscriptions,
  nothingHere,
]
