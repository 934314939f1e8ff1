/** The regions and probes of the demo. The probes report their state but run no checks. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { ProbeVitals } from '../../../src/core/probes/protocol.ts'
import { VERSION } from '../../../src/runtime/version.ts'
import { LEASE_MS, registerProbe } from '../../../src/services/probes/probes.ts'
import type { TestContext } from '../factories/context.ts'

/** Distant regions from which unpinned monitors are checked, and the factor of their latency. */
export const DISTANT_REGIONS = [
  { code: 'eu-1', name: 'Frankfurt', factor: 0.8 },
  { code: 'us-1', name: 'Virginia', factor: 1.7 },
] as const

/** A region inside the company whose only probe is lost. */
export const OFFICE_REGION = { code: 'office', name: 'Office network' } as const

// biome-ignore lint/suspicious/noExplicitAny: a script that knows what it gets
type Call = (method: string, url: string, body?: object) => Promise<any>

/**
 * Creates the regions with a token each; the token of an abandoned region is revoked.
 *
 * @returns token ids by region code
 */
export async function createRegions(call: Call): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>()
  const make = async (code: string, region_name: string, is_default: boolean, name = region_name) => {
    const { probe_token } = await call('POST', '/api/admin/probe-tokens', {
      region: code,
      region_name,
      is_default,
      name,
    })
    tokens.set(code, probe_token.id)
  }
  await make('eu-1', 'Frankfurt', true, 'Old rack in Frankfurt')
  await call('DELETE', `/api/admin/probe-tokens/${tokens.get('eu-1')}`)
  for (const { code, name } of DISTANT_REGIONS) await make(code, name, true)
  await make(OFFICE_REGION.code, OFFICE_REGION.name, false)
  return tokens
}

interface DemoProbe {
  name: string
  region: string
  address: string
  version?: string
  vitals?: Partial<ProbeVitals>
  end?: 'lost' | 'stopped'
  stuckForMs?: number
  seenAgoMs?: number
}

const DEMO_PROBES: readonly DemoProbe[] = [
  { name: 'fra-1', region: 'eu-1', address: '203.0.113.17', vitals: { held: 9, waiting: 3, clockAheadMs: 12 } },
  {
    name: 'fra-2',
    region: 'eu-1',
    address: '203.0.113.18',
    vitals: { held: 0, overdueMs: 94 * SECOND_MS, clockAheadMs: -40 },
    stuckForMs: 2 * MINUTE_MS,
  },
  { name: 'fra-0', region: 'eu-1', address: '203.0.113.9', end: 'stopped', seenAgoMs: 2 * DAY_MS },
  {
    name: 'iad-1',
    region: 'us-1',
    address: '198.51.100.4',
    version: '0.0.9',
    vitals: { held: 9, waiting: 612, dropped: 48, clockAheadMs: 4_230 },
  },
  { name: 'office-gateway', region: OFFICE_REGION.code, address: '192.0.2.80', end: 'lost', seenAgoMs: 26 * MINUTE_MS },
]

/** Registers the probes. All are live when this returns; `setProbeStates` ends some of them. */
export async function registerDemoProbes(context: TestContext, tokens: ReadonlyMap<string, string>): Promise<void> {
  for (const [index, { name, region, address, version = VERSION }] of DEMO_PROBES.entries())
    await registerProbe(context, {
      hello: {
        protocol: 1,
        version,
        region,
        capabilities: { icmp: region !== 'us-1', ipv6: region === 'eu-1' },
        probeId: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
        name,
        held: 0,
      },
      tokenId: tokens.get(region)!,
      address,
    })
}

/** Puts each probe into its final state. Live probes stay live for hours without heartbeats. */
export async function setProbeStates({ store: { db } }: TestContext, now: number): Promise<void> {
  const calm: ProbeVitals = {
    held: 0,
    waiting: 0,
    waitingMs: 0,
    dropped: 0,
    overdueMs: 0,
    lateMs: 0,
    skippedPercent: null,
    clockAheadMs: null,
  }
  for (const { name, vitals, end, stuckForMs, seenAgoMs = SECOND_MS } of DEMO_PROBES) {
    const seenAt = now - seenAgoMs
    await db.updateTable('probe_tokens').set({ last_used_at: seenAt }).where('revoked_at', 'is', null).execute()
    await db
      .updateTable('probes')
      .set({
        vitals: JSON.stringify({ ...calm, ...vitals }),
        registered_at: seenAt - 6 * HOUR_MS,
        seen_at: seenAt,
        lease_until: end === 'stopped' ? 0 : end === 'lost' ? seenAt + LEASE_MS : now + DAY_MS,
        is_live: end ? 0 : 1,
        stuck_since: stuckForMs === undefined ? null : now - stuckForMs,
      })
      .where('name', '=', name)
      .execute()
  }
}
