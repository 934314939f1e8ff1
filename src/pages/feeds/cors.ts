/** What anybody may read may be read from anywhere: by scripts of other sites, and as a picture on them. */
import type { PageFacts } from '../../services/status-pages/public-status.ts'

export const PUBLIC_CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** A page with a password is for those who know it, and for no site that they happen to look at. */
export const getCorsHeaders = ({ passwordHash }: PageFacts): Readonly<Record<string, string>> =>
  passwordHash === null ? PUBLIC_CORS_HEADERS : {}
