/**
 * Pattern of the dashboard's own paths: words and ids between single slashes, then a query or a fragment.
 *
 * It is an allow-list. Double slashes, backslashes, control characters, dots, their encoded forms and schemes can each
 * lead to another host in some parser. No path of the dashboard contains them before its query.
 */
const SITE_PATH = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?(?:[?#]\S*)?$/

/**
 * Returns the address if it is a path of this site, else null. Every address taken from a link, such as `onward` of the
 * sign-in, must pass this check before navigation.
 *
 * @param address as the router parsed it from the query, which may have any type
 */
export const parseSitePath = (address: unknown): string | null =>
  typeof address === 'string' && SITE_PATH.test(address) ? address : null
