/** What the server renders for people without credentials: a file and a line each. */
import type { Guest } from './deps.ts'
import { feeds } from './feeds.ts'
import { history } from './history.ts'
import { monitorBadge } from './monitor-badge.ts'
import { nothingHere } from './nothing-here.ts'
import { password } from './password.ts'
import { statusBadge } from './status-badge.ts'
import { statusPage } from './status-page.ts'
import { statuspageApi } from './statuspage-api.ts'
import { subscribe } from './subscribe.ts'
import { subscriptions } from './subscriptions.ts'

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
