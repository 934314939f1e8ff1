/**
 * Checks whether the client accepts gzip. A weight of 0 refuses it. Source: RFC 9110, section 12.5.3
 *
 * @param header the value of `Accept-Encoding`
 */
export function isGzipAccepted(header: string | undefined): boolean {
  return (header ?? '').split(',').some((part) => {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return (coding === 'gzip' || coding === 'x-gzip') && !parameters.some((text) => /^q=0(\.0*)?$/.test(text))
  })
}
