/** Finds monitors that no region checks, because of trouble of the probes. */

import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { ObservedTrouble } from '../../core/probes/probe-trouble.ts'
import { AUTOMATIC_REGIONS } from '../../core/probes/shares.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listInconclusiveChecks, listWatchedMonitors, type WatchedMonitor } from '../../store/probes/probe-troubles.ts'
import { listProbes, type Probe } from '../../store/probes/probes.ts'
import { listAutomaticCodes, listCheckingRegions, listRegions, type Region } from '../../store/probes/regions.ts'

/** Number of monitor keys per page. SQLite blocks the thread for a page. */
const PAGE = 500

/** The unchecked monitors of one project that are attributed to one region. */
export interface UncheckedRegion extends ObservedTrouble {
  organizationId: string
  projectId: string
  region: Region
  monitors: { id: string; name: string }[]
}

type TroubleByRegion = ReadonlyMap<string, ObservedTrouble>

/**
 * Lists unchecked monitors by project and region. A monitor is unchecked if all of its regions have trouble. It is
 * attributed to one of them, the first by code, so that trouble of several regions sends one message.
 */
export async function listUnchecked(db: Reader, now: number): Promise<UncheckedRegion[]> {
  const regions = await listRegions(db)
  const troubles = findRegionTroubles(regions, await listProbes(db), now)
  const automatic = listAutomaticCodes(regions)
  const inTrouble = automatic.filter((code) => troubles.has(code)).length
  const filter = {
    pinned: [...troubles.keys()],
    includesAutomatic: inTrouble > 0 && inTrouble >= Math.min(AUTOMATIC_REGIONS, automatic.length),
  }
  const unchecked = new Map<string, UncheckedRegion>()
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof listWatchedMonitors>> = await listWatchedMonitors(db, filter, after, PAGE)
    const watched = page.monitors.map((monitor) => ({
      monitor,
      codes: listCheckingRegions(regions, monitor).toSorted(),
    }))
    const unclear = watched.filter(
      ({ monitor, codes }) => monitor.isUnknown && !codes.every((code) => troubles.has(code)),
    )
    const inconclusive = await findInconclusive(
      db,
      unclear.map(({ monitor }) => monitor),
      regions,
      now,
    )
    for (const { monitor, codes } of watched) {
      const found = findTrouble(codes, regions, troubles, inconclusive.get(monitor.key))
      if (found) addMonitor(unchecked, monitor, found)
    }
    after = page.next
  }
  return [...unchecked.values()]
}

/** Returns the trouble of regions in which no probe works, by code. */
function findRegionTroubles(regions: readonly Region[], probes: readonly Probe[], now: number): TroubleByRegion {
  const byRegion = Map.groupBy(probes, ({ region }) => region)
  return new Map(
    regions.flatMap(({ key, code }) => {
      const trouble = findProbeTrouble(byRegion.get(key) ?? [], now)
      return trouble ? [[code, trouble] as const] : []
    }),
  )
}

function findProbeTrouble(probes: readonly Probe[], now: number): ObservedTrouble | null {
  const live = probes.filter(({ isLive }) => isLive)
  if (live.length === 0)
    return { reason: 'no_probe', since: probes.length === 0 ? now : Math.max(...probes.map(({ seenAt }) => seenAt)) }
  const stuck = live.flatMap(({ stuckSince }) => stuckSince ?? [])
  return stuck.length === live.length ? { reason: 'stuck', since: Math.max(...stuck) } : null
}

/**
 * Finds regions whose checks of monitors are inconclusive, by monitor key and region code. Such checks
 * must be recent: a probe that was assigned a monitor a moment ago has no trouble.
 */
async function findInconclusive(
  db: Reader,
  monitors: readonly WatchedMonitor[],
  regions: readonly Region[],
  now: number,
): Promise<Map<number, Map<string, ObservedTrouble>>> {
  const byKey = new Map(monitors.map((monitor) => [monitor.key, monitor]))
  const codes = new Map(regions.map(({ key, code }) => [key, code]))
  const found = new Map<number, Map<string, ObservedTrouble>>()
  for (const { monitorKey, region, lastCheckAt, conclusiveAt } of await listInconclusiveChecks(db, [...byKey.keys()])) {
    const recentMs = 2 * byKey.get(monitorKey)!.intervalSeconds * SECOND_MS + MINUTE_MS
    if (lastCheckAt < now - recentMs) continue
    const byCode = found.get(monitorKey) ?? new Map()
    found.set(monitorKey, byCode.set(codes.get(region) ?? '', { reason: 'connection', since: conclusiveAt ?? now }))
  }
  return found
}

/**
 * Returns the trouble that a monitor is attributed to; null when a region may check it.
 *
 * @param codes regions of the monitor, in the order of their codes
 */
function findTrouble(
  codes: readonly string[],
  regions: readonly Region[],
  troubles: TroubleByRegion,
  inconclusive: TroubleByRegion | undefined,
): (ObservedTrouble & { region: Region }) | null {
  const found = codes.map((code) => troubles.get(code) ?? inconclusive?.get(code))
  const region = regions.find(({ code }) => code === codes[0])
  return region && found.every((trouble) => trouble !== undefined) ? { ...found[0]!, region } : null
}

function addMonitor(
  unchecked: Map<string, UncheckedRegion>,
  { id, name, projectId, organizationId }: WatchedMonitor,
  { region, reason, since }: ObservedTrouble & { region: Region },
): void {
  const key = `${projectId} ${region.key}`
  const known = unchecked.get(key) ?? { organizationId, projectId, region, reason, since, monitors: [] }
  known.monitors.push({ id, name })
  unchecked.set(key, { ...known, since: Math.min(known.since, since) })
}
