/** Target and settings of each scripted monitor. Both drivers use them. */
import type { ScriptedMonitor, Target } from './script.ts'

/** Ports differ, so that many monitors can share an address. */
const FIRST_PORT = 8_000
const DNS_PORT = 53

/** Keyword of a healthy KEYWORD target, and record of a healthy DNS target. */
export const KEYWORD = 'watchkeeper-world'
export const RECORD = '192.0.2.80'

export const getNumber = ({ id }: Pick<ScriptedMonitor, 'id'>): number => Number(id.slice(1))

/** 0 for ICMP. */
export function getPort(monitor: ScriptedMonitor & { target: Target }): number {
  if (monitor.target.type === 'ICMP') return 0
  return monitor.target.type === 'DNS' ? DNS_PORT : FIRST_PORT + getNumber(monitor)
}

/** Returns the target field of the monitor. */
export function toTargetText(monitor: ScriptedMonitor & { target: Target }): string {
  const { type, hostName, address } = monitor.target
  if (type === 'TCP' || type === 'ICMP') return hostName ?? address
  if (type === 'DNS') return hostName ?? `${monitor.id}.records.example`
  const host = hostName ?? (address.includes(':') ? `[${address}]` : address)
  return `http://${host}:${getPort(monitor)}/`
}

const SETTINGS = {
  HTTP: {
    ...{ method: 'GET', headers: {}, body: null, followRedirects: true, expectedStatus: null, slowThresholdMs: null },
    ...{ verifyTls: true, ipVersion: 'auto' },
  },
  KEYWORD: { matchMode: 'all', caseSensitive: false },
  TCP: { protocol: 'generic' },
  ICMP: { packetCount: 3, packetSize: 56, timeoutMs: 1_000, ttl: 64, maxPacketLossPercent: 50 },
  DNS: { resolutionTimeoutMs: 3_000 },
} as const

/** Returns complete settings in the schema of the prober. */
export function toSettings(monitor: ScriptedMonitor & { target: Target }): Record<string, unknown> {
  const { type, hostName, address } = monitor.target
  if (type === 'TCP') return { ...SETTINGS.TCP, port: getPort(monitor) }
  if (type === 'KEYWORD')
    return { ...SETTINGS.HTTP, ...SETTINGS.KEYWORD, keywords: [{ text: KEYWORD, shouldContain: true }] }
  if (type !== 'DNS') return SETTINGS[type]
  const recordType = hostName !== null && address.includes(':') ? 'AAAA' : 'A'
  const recordEntries = [{ recordType, expectedValues: [hostName === null ? RECORD : address], matchMode: 'any' }]
  return { ...SETTINGS.DNS, recordEntries, dnsServer: hostName === null ? address : null }
}
