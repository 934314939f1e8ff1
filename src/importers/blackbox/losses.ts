/** Settings that several probers share, and whose loss the report states. */
import { isIP } from 'node:net'
import type { Fields, Item } from '../conversion.ts'

export const IP_SETTINGS = ['preferred_ip_protocol', 'ip_protocol_fallback']
const TLS_SETTINGS = new Set(['insecure_skip_verify', 'ca_file', 'ca', 'cert_file', 'cert', 'key_file', 'key'])

/** blackbox_exporter prefers IPv6 unless it is configured; here IPv4 is tried first. */
export function reportFamily(settings: Fields, host: string, item: Item): void {
  if (isIP(host.replace(/[[\]]/g, '')) !== 0) return
  if (settings.ip_protocol_fallback === false) item.note('Addresses of the other IP version are tried too.')
  else if (settings.preferred_ip_protocol === 'ip6') item.note('IPv4 addresses are tried before IPv6 addresses.')
}

export function reportCertificates(tls: Fields, item: Item): void {
  item.noteUnused(tls, TLS_SETTINGS, 'tls_config.')
  if (tls.ca_file !== undefined || tls.ca !== undefined)
    item.note('Its own certificate authority is not used.', 'Set WK_CA_FILE where the checks run.')
  if (tls.cert_file !== undefined || tls.cert !== undefined) item.note('The client certificate is not used.')
}
