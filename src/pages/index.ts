/** What the server renders for people without credentials: a file and a line each. */
import type { Guest } from './deps.ts'
import { statusPage } from './status-page.ts'

export const PAGES: readonly Guest[] = [statusPage]
