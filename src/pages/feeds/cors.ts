/** CORS headers: scripts of any site may read public pages and embed their images. */
import type { PageFacts } from '../../services/status-pages/public-status.ts'

export const PUBLIC_CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** A page with a password is not readable by other sites. */
export const getCorsHeaders = ({ passwordHash }: PageFacts): Readonly<Record<string, string>> =>
  passwordHash === null ? PUBLIC_CORS_HEADERS : {}
