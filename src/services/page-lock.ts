/** Who may see a status page that asks for a password. */
import type { PageFacts } from './public-status.ts'

export interface PageLock {
  /** @param cookies the `Cookie` header as it came */
  isOpen(page: PageFacts, cookies: string | undefined): boolean
}

export const makePageLock = (_secret: Uint8Array): PageLock => ({
  isOpen: ({ passwordHash }) => passwordHash === null,
})
