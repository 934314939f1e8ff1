/**
 * URL of a status page. The public uses the page's custom domain if it has one; the address of the service may be
 * hidden.
 */
import type { StatusPage } from './status-page.ts'

type AddressedPage = Pick<StatusPage, 'slug' | 'customDomain'>

/**
 * @param baseUrl of the service, without a trailing slash
 * @returns origin without a trailing slash. A custom domain has the scheme of the service and the default port of that
 * scheme
 */
export const getPageOrigin = (baseUrl: string, { customDomain }: Pick<AddressedPage, 'customDomain'>): string =>
  customDomain === null ? baseUrl : `${baseUrl.slice(0, baseUrl.indexOf(':'))}://${customDomain}`

/** Returns the URL of the page without a trailing slash; all resources of the page are below it. */
export const getPageUrl = (baseUrl: string, page: AddressedPage): string =>
  page.customDomain === null ? `${baseUrl}/status/${page.slug}` : getPageOrigin(baseUrl, page)
