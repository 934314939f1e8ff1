/** Finds a public status page and checks whether the reader may view it. */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Problem } from '../../core/platform/errors.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import type { ResourceDeps } from '../platform/resource.ts'

export const SlugParams = Type.Object({
  slug: Type.String({ description: 'Slug of a status page', examples: ['web-shop'] }),
})

/** Dependencies of routes that open a public page. */
export type PublicPageDeps = Pick<ResourceDeps, 'publicPages' | 'pageLock'>

/** @throws Problem RESOURCE_NOT_FOUND; AUTHENTICATION_REQUIRED if the page has a password; RATE_LIMIT_EXCEEDED */
export async function openPage(
  { publicPages, pageLock }: PublicPageDeps,
  { headers, ip }: FastifyRequest,
  slug: string,
): Promise<ShownPage> {
  const page = await publicPages.find(slug, ip)
  if (!page) throw new Problem('RESOURCE_NOT_FOUND', 'No status page has this name')
  if (await pageLock.canView(page.facts, headers, ip)) return page
  throw new Problem('AUTHENTICATION_REQUIRED', 'This status page requires a password by HTTP Basic')
}
