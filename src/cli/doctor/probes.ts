/** Inspects the probes in the database: whether each region has a live probe, and the state of each probe. */
import { formatCountText } from '../../core/platform/text/plain-text.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { listProbeFigures, type ProbeFigure } from '../../store/instance-figures.ts'
import type { Store } from '../../store/platform/store.ts'
import { listAllLiveProbes } from '../../store/probes/probes.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { createFailure, createPass, createWarning, type Finding } from './finding.ts'

const TOPIC = 'Probes'

/** Probes that have been silent for longer are not reported. */
const RECENT_MS = 24 * 3_600 * SECOND_MS

const MAX_PROBES = 1_000
const MAX_CLOCK_OFFSET_MS = 2_000
const STUCK_MS = 60 * SECOND_MS
const MANY_WAITING = 5_000

export async function inspectProbes({ db }: Store, now: number, hasLocalProbe: boolean): Promise<Finding[]> {
  const probes = await listProbeFigures(db, now - RECENT_MS, MAX_PROBES)
  const regions = (await listRegions(db)).map(({ code }) => code)
  return judgeProbes(probes, regions, now, hasLocalProbe)
}

/** Returns whether this server's local probe is alive and can send pings. */
export async function canServiceSendPings({ db }: Store, now: number, machine: string): Promise<boolean> {
  const probes = await listAllLiveProbes(db)
  return probes.some(
    ({ tokenId, name, leaseUntil, capabilities }) =>
      tokenId === null && name === machine && leaseUntil > now && capabilities.icmp,
  )
}

/** @param hasLocalProbe whether a server with this configuration runs a probe */
export function judgeProbes(
  probes: readonly ProbeFigure[],
  regions: readonly string[],
  now: number,
  hasLocalProbe: boolean,
): Finding[] {
  if (probes.length === 0 && hasLocalProbe) return [createPass(TOPIC, 'the server runs checks itself')]
  if (probes.length === 0)
    return [
      createFailure(
        TOPIC,
        'no checks are running: WK_LOCAL_PROBE is off, and no probe has connected in the last 24 hours',
        'Create a token with "watchkeeper probe-token REGION", and start "watchkeeper probe" with it.',
      ),
    ]
  const empty = regions
    .filter((region) => !probes.some((probe) => probe.region === region && isAlive(probe, now)))
    .filter((region) => probes.some((probe) => probe.region === region))
  return [
    ...empty.map((region) =>
      createWarning(
        TOPIC,
        `no live probe in ${region}`,
        'This is expected for the region of this server while it is stopped. Otherwise start the probe.',
      ),
    ),
    ...probes.filter((probe) => isAlive(probe, now) || !empty.includes(probe.region)).map((probe) => judge(probe, now)),
  ]
}

const isAlive = ({ isLive, leaseUntil }: ProbeFigure, now: number): boolean => isLive && leaseUntil > now

function judge(probe: ProbeFigure, now: number): Finding {
  const name = `${probe.name} in ${probe.region}`
  const { vitals } = probe
  if (!isAlive(probe, now))
    return createWarning(
      TOPIC,
      `${name} was last seen ${Math.round((now - probe.seenAt) / SECOND_MS)} s ago`,
      'Other probes of the region have taken over its monitors. Check the log of the probe.',
    )
  if (vitals === null) return createPass(TOPIC, `${name} has just started`)
  if (vitals.overdueMs > STUCK_MS)
    return createFailure(
      TOPIC,
      `${name} is stuck: a check is ${Math.round(vitals.overdueMs / SECOND_MS)} s overdue`,
      'Restart the probe. Other probes of the region take over its monitors.',
    )
  if (vitals.skippedPercent !== null)
    return createWarning(
      TOPIC,
      `${name} leaves out ${Math.round(vitals.skippedPercent)} % of the due checks, because its machine is too small`,
      'Set longer intervals, start a second probe in the region, or use a machine with more cores (docs/scaling.md).',
    )
  if (vitals.clockAheadMs !== null && Math.abs(vitals.clockAheadMs) > MAX_CLOCK_OFFSET_MS)
    return createWarning(
      TOPIC,
      `the clock of ${name} is off by ${(vitals.clockAheadMs / SECOND_MS).toFixed(1)} s`,
      'Reported times are corrected, but the clock should still be fixed: timedatectl set-ntp true.',
    )
  if (vitals.waiting > MANY_WAITING)
    return createWarning(
      TOPIC,
      `${name} has ${vitals.waiting} undelivered results`,
      'They are delivered in order. If the number keeps growing, the server or its database is too slow.',
    )
  return createPass(TOPIC, `${name} checks ${formatCountText(vitals.held, 'monitor')}`)
}
