/**
 * Whether this machine has a default route over an interface that is up and has a carrier. It reads the kernel's tables
 * and sends nothing, so it is cheap enough for every fresh failure.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { hasRoute } from '../../net/connection/route.ts'

/** The default route of one IP version. */
interface FamilyUplink {
  isUp: boolean
  /** Interface of the default route, if known. */
  interface: string | null
  /** `no default route` or `interface eth0 has no carrier`; null while there is a usable default route. */
  trouble: string | null
}

export interface Uplink {
  v4: FamilyUplink
  v6: FamilyUplink
}

interface UplinkSources {
  /** Folder of the kernel's tables, `/proc/net`. */
  tables?: string
  /** Folder with one entry for each interface, `/sys/class/net`. */
  interfaces?: string
  isRouted?: (address: string) => Promise<boolean>
}

// Addresses that no host has, so that only the default route leads to them. Source: RFC 5737 and RFC 3849
const UNUSED_ADDRESSES = { v4: '192.0.2.1', v6: '2001:db8::1' } as const

/** @param before the last working state. Without a route, the state of its interface is the reason */
export async function readUplink(before: Uplink | null = null, sources: UplinkSources = {}): Promise<Uplink> {
  const { isRouted = hasRoute } = sources
  const [v4, v6] = await Promise.all([isRouted(UNUSED_ADDRESSES.v4), isRouted(UNUSED_ADDRESSES.v6)])
  return { v4: judge('v4', v4, before, sources), v6: judge('v6', v6, before, sources) }
}

function judge(family: keyof Uplink, isRouted: boolean, before: Uplink | null, sources: UplinkSources): FamilyUplink {
  const { tables = '/proc/net', interfaces = '/sys/class/net' } = sources
  const found = readDefaultInterfaces[family](tables)
  const good = found.find((name) => findLinkTrouble(interfaces, name) === null)
  // Tables for policy routing are not in these files, so the kernel's own answer counts
  if (isRouted && (found.length === 0 || good !== undefined))
    return { isUp: true, interface: good ?? null, trouble: null }
  const name = found[0] ?? before?.[family].interface ?? null
  const trouble = (name && findLinkTrouble(interfaces, name)) ?? 'no default route'
  return { isUp: false, interface: name, trouble }
}

/** Route flags. Source: Linux, include/uapi/linux/route.h */
const ROUTE_UP = 0x0001
const ROUTE_REJECT = 0x0200

/** Interfaces of default routes, in the order of the table. */
const readDefaultInterfaces: Record<keyof Uplink, (tables: string) => string[]> = {
  // Columns: interface, destination, gateway, flags, three counters, mask
  v4: (tables) =>
    readRows(`${tables}/route`)
      .filter(([, destination, , flags, , , , mask]) => isZero(destination) && isZero(mask) && isUsable(flags))
      .map(([name]) => name!),
  // Columns: destination, its length, source, its length, next hop, metric, two counters, flags, interface
  v6: (tables) =>
    readRows(`${tables}/ipv6_route`)
      .filter(([destination, length, , , , , , , flags]) => isZero(destination) && isZero(length) && isUsable(flags))
      .map((row) => row[9]!),
}

const isZero = (hex = 'none'): boolean => /^0+$/.test(hex)

const isUsable = (flags = '0'): boolean => (Number.parseInt(flags, 16) & (ROUTE_UP | ROUTE_REJECT)) === ROUTE_UP

/** A router with all routes of the Internet has a table of megabytes; its default route is at the beginning. */
const MAX_BYTES = 65_536

/** No rows when there is no such table: on systems other than Linux, or without IPv6. */
function readRows(path: string): string[][] {
  const text = read(() => {
    const file = openSync(path, 'r')
    const bytes = Buffer.alloc(MAX_BYTES)
    try {
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  })
  return (text ?? '').split('\n').map((line) => line.trim().split(/\s+/))
}

/** Set by `ip link set up`. Source: Linux, include/uapi/linux/if.h */
const INTERFACE_UP = 0x1

/** Returns why an interface is unusable; null when it works, or when its state cannot be read. */
function findLinkTrouble(interfaces: string, name: string): string | null {
  const attribute = (file: string) => read(() => readFileSync(`${interfaces}/${name}/${file}`, 'utf8').trim())
  const flags = attribute('flags')
  if (flags !== null && (Number(flags) & INTERFACE_UP) === 0) return `interface ${name} is down`
  if (attribute('carrier') === '0') return `interface ${name} has no carrier`
  const state = attribute('operstate')
  return state === 'down' || state === 'lowerlayerdown' ? `interface ${name} is down` : null
}

function read(attempt: () => string): string | null {
  try {
    return attempt()
  } catch {
    return null
  }
}
