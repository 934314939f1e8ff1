import { isIP } from 'node:net'
import type { Fields, Item } from '../conversion.ts'

/** blackbox_exporter prefers IPv6 unless it is configured; here IPv4 is tried first. */
export function reportFamily(settings: Fields, host: string, item: Item): void {
  if (isIP(host.replace(/[[\]]/g, '')) !== 0) return
  if (settings.ip_protocol_fallback === false) item.note('Addresses of the other IP version are tried too.')
  else if (settings.preferred_ip_protocol === 'ip6') item.note('IPv4 addresses are tried before IPv6 addresses.')
}
