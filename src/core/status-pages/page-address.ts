/** Where a status page is on the web. Its own domain, where it has one, is what the public knows; ours may be hidden. */
import type { StatusPage } from './status-page.ts'

type Placed = Pick<StatusPage, 'slug' | 'customDomain'>

/**
 * @param baseUrl of the service, without a slash at the end
 * @returns without a slash at the end. A domain is reached by the scheme of the service, on the port of that scheme
 */
export const pageOrigin = (baseUrl: string, { customDomain }: Pick<Placed, 'customDomain'>): string =>
  customDomain === null ? baseUrl : `${baseUrl.slice(0, baseUrl.indexOf(':'))}://${customDomain}`

/** Of the page itself, without a slash at the end; what belongs to the page lies below it. */
export const pageUrl = (baseUrl: string, page: Placed): string =>
  page.customDomain === null ? `${baseUrl}/status/${page.slug}` : pageOrigin(baseUrl, page)
