/**
 * Returns why a text cannot be a link for people; null when it can. A browser must not run it as a script, and a link
 * with a password would give it to every reader.
 */
export function refuseWebUrl(text: string, example: string): string | null {
  const url = URL.parse(text)
  if (url === null) return `must be a complete URL such as ${example}`
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://'
  return url.username || url.password ? 'must not contain credentials' : null
}
