/**
 * The form of the dashboard's own addresses: words and ids between single slashes, then a query or a fragment. An
 * allow-list, because two slashes, backslashes, control characters, dots, their encoded forms and schemes can each lead
 * to another host in one parser or the next, and no address of ours contains them before its query.
 */
const SITE_PATH = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?(?:[?#]\S*)?$/

/**
 * Returns an address to go to if it is a path of this site, else null. The only judge of addresses that a link brings
 * along, such as `onward` of the sign-in; every navigation to such an address asks it.
 *
 * @param address as the router parsed it from the query, so of any type
 */
export const parseSitePath = (address: unknown): string | null =>
  typeof address === 'string' && SITE_PATH.test(address) ? address : null
