/**
 * The usual form of a URL: with a name, or with an address of four decimal numbers. A host whose last label is not a
 * name may be an address too: `0x7f.1` is another spelling of an address.
 */
const SIMPLE_URL =
  /^https?:\/\/((?:[a-z\d-]+\.)*[a-z][a-z\d-]*|(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2}))\.?(?::\d+)?(?:[/?#]|$)/

const URL_SCHEME = /^https?:/i

/**
 * Returns the normalized host of a target: the host of a URL, or the whole target if it is a name or an address. It is
 * called once per check, so only an unusual URL is parsed. The target was validated when it was saved.
 */
export function parseTargetHost(target: string): string {
  const simple = SIMPLE_URL.exec(target)?.[1]
  if (simple !== undefined) return simple
  const host = URL_SCHEME.test(target) ? URL.parse(target)?.hostname.replace(/^\[|\]$/g, '') : target.toLowerCase()
  return (host ?? target).replace(/\.$/, '')
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|(?:.+\.)?localhost\.?)$/i

/** Names and addresses of this machine (RFC 6761, section 6.3 for `localhost`). */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)
