/** A status page as strangers see it, read from what the project knows. */
import type { PublicStatus } from '../core/public-status.ts'
import type { StatusPage } from '../core/status-page.ts'
import { findPublishedPage, type PageAddress } from '../store/status-pages.ts'
import type { Context } from './context.ts'

export type { PageAddress } from '../store/status-pages.ts'

/** What whoever serves a page has to know, and nobody else: none of it leaves. */
export type PageFacts = Pick<StatusPage, 'id' | 'organizationId' | 'projectId' | 'passwordHash' | 'customDomain'>

/** A page at a moment. What is made of it may be kept as long as this object is. */
export interface ShownPage {
  readonly status: PublicStatus
  readonly facts: PageFacts
}

/** @returns null for a page that is not there, or not published: nobody is to tell them apart */
export async function readPublicStatus(
  { store, now }: Pick<Context, 'store' | 'now'>,
  address: PageAddress,
): Promise<ShownPage | null> {
  const page = await findPublishedPage(store.db, address)
  if (!page) return null
  const { id, organizationId, projectId, passwordHash, customDomain } = page
  return { facts: { id, organizationId, projectId, passwordHash, customDomain }, status: statusOf(page, now()) }
}

const statusOf = (page: StatusPage, now: number): PublicStatus => ({
  page,
  overall: 'operational',
  sections: [],
  openIncidents: [],
  pastIncidents: [],
  maintenance: [],
  readAt: now,
})
