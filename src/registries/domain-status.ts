/** Statuses of a registration in the terms of RFC 8056, whatever a registry calls them. Pure. */
import { toDisplayText } from './display-text.ts'

/** Maximum number of stored statuses; no registry has more. */
const MAX_STATUSES = 30
const MAX_LENGTH = 60

// EPP has different names for two statuses. Source: RFC 8056, section 2
const SYNONYMS = new Map([
  ['ok', 'active'],
  ['linked', 'associated'],
])

/** `clientTransferProhibited https://icann.org/epp#…` is `client transfer prohibited`. */
function normalizeStatus(text: string): string {
  const bare = toDisplayText(text).replace(/\s*\(?https?:\/\/\S*$/i, '')
  const spaced = /\s/.test(bare) ? bare : bare.replace(/([a-z])([A-Z])/g, '$1 $2')
  const status = spaced
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return SYNONYMS.get(status) ?? status
}

/** Sorted, without duplicates. */
export const normalizeStatuses = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(normalizeStatus))]
    .filter((status) => status !== '' && status.length <= MAX_LENGTH)
    .sort()
    .slice(0, MAX_STATUSES)

/** Statuses of EPP (RFC 5731 and 3915). Free text in a WHOIS answer must not count as a status. */
const KNOWN = new Set(
  'active,inactive,associated,locked,auto renew period,add period,renew period,transfer period,redemption period,pending create,pending delete,pending renew,pending restore,pending transfer,pending update,client delete prohibited,client hold,client renew prohibited,client transfer prohibited,client update prohibited,server delete prohibited,server hold,server renew prohibited,server transfer prohibited,server update prohibited'.split(
    ',',
  ),
)

/** @param texts each may hold several statuses, separated by commas */
export const filterKnownStatuses = (texts: readonly string[]): string[] =>
  normalizeStatuses(texts.flatMap((text) => text.split(','))).filter((status) => KNOWN.has(status))
