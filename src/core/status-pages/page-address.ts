/** Where a status page is on the web. Its own domain, where it has one, is what the public knows; ours may be hidden. */
import type { StatusPage } from './status-page.ts'

type AddressedPage = Pick<StatusPage, 'slug' | 'customDomain'>

/**
 * @param baseUrl of the service, without a slash at the end
 * @returns without a slash at the end. A domain is reached by the scheme of the service, on the port of that scheme
 */
export const getPageOrigin = (baseUrl: string, { customDomain }: Pick<AddressedPage, 'customDomain'>): string =>
  customDomain === null ? baseUrl : `${baseUrl.slice(0, baseUrl.indexOf(':'))}://${customDomain}`

/** Of the page itself, without a slash at the end; what belongs to the page lies below it. */
export const getPageUrl = (baseUrl: string, page: AddressedPage): string =>
  page.customDomain === null ? `${baseUrl}/status/${page.slug}` : getPageOrigin(baseUrl, page)
