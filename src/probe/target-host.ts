/**
 * The host in a target as the user wrote it: of a URL, or the whole target where it is a name or an address. Made for
 * telling hosts apart once per check, so it cuts and does not parse; the target was validated when it was saved.
 */
export function hostOf(target: string): string {
  const scheme = target.indexOf('://')
  if (scheme < 0) return target
  const start = scheme + 3
  let end = start
  while (end < target.length && !isAuthorityEnd(target.charCodeAt(end))) end++
  const authority = target.slice(start, end)
  if (authority.startsWith('[')) return authority.slice(1, authority.indexOf(']'))
  const port = authority.indexOf(':')
  return port < 0 ? authority : authority.slice(0, port)
}

/** `/`, `?` or `#`. */
const isAuthorityEnd = (code: number): boolean => code === 0x2f || code === 0x3f || code === 0x23

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|(?:.+\.)?localhost\.?)$/i

/** Names and addresses that never leave this machine (RFC 6761, section 6.3 for `localhost`). */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)
