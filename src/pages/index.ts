/** What the server renders for people without credentials: a file and a line each. */
import type { Guest } from './deps.ts'
import { monitorBadge } from './monitor-badge.ts'
import { statusBadge } from './status-badge.ts'
import { statusPage } from './status-page.ts'

export const PAGES: readonly Guest[] = [statusPage, statusBadge, monitorBadge]
