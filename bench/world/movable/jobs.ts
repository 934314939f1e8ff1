/** Jobs that ping by script, with or without retries. */
import type { HeartbeatIntake } from '../../../src/services/heartbeats/heartbeat-intake.ts'
import { isWithin, type Job, type PingClient, type Scenario, type ScriptedMonitor } from '../script.ts'
import { listPingsWithin } from '../truth.ts'
import type { Owner, WorldClock } from './clock.ts'

/** The process that receives pings; null while none runs. The sockets of a stopped process queue pings. */
export type Server = { process: Owner; intake: HeartbeatIntake } | null

/** curl waits 1, 2 and 4 s between its tries. It retries a refused connection only with the matching option. */
const RETRY_DELAYS_MS: Record<PingClient, readonly number[]> = {
  'no retry': [],
  '--retry 3': [],
  '--retry 3 --retry-connrefused': [1_000, 2_000, 4_000],
}

export interface JobsOptions {
  scenario: Scenario
  clock: WorldClock
  world: Owner
  /** Unix ms. */
  beginsAt: number
  tokens: ReadonlyMap<string, string>
  server: () => Server
}

export function scheduleJobs(options: JobsOptions): void {
  const { scenario, clock, world, beginsAt } = options
  for (const monitor of scenario.monitors) {
    if (monitor.job === null) continue
    for (const atMs of listPingsWithin(monitor.job, { fromMs: 0, toMs: scenario.lengthMs })) {
      const kind = getPingKind(scenario, monitor, atMs)
      if (kind !== null) clock.scheduleAt(world, beginsAt + atMs, () => send(options, monitor, monitor.job!, kind, 0))
    }
  }
}

function getPingKind({ outages }: Scenario, { id }: ScriptedMonitor, atMs: number): 'success' | 'fail' | null {
  const outage = outages.find((one) => one.monitors.includes(id) && isWithin(one, atMs))
  if (outage === undefined) return 'success'
  return outage.how === 'fail-ping' ? 'fail' : null
}

function send(options: JobsOptions, monitor: ScriptedMonitor, job: Job, kind: 'success' | 'fail', tries: number): void {
  const { clock, world, server } = options
  const there = server()
  if (there === null) {
    const delayMs = RETRY_DELAYS_MS[job.client][tries]
    if (delayMs !== undefined) clock.scheduleAfter(world, delayMs, () => send(options, monitor, job, kind, tries + 1))
    return
  }
  // Like data in a socket: a resumed process runs its overdue timers before it reads
  clock.scheduleAfter(there.process, 1, () => {
    const facts = { exitStatus: null, runId: null, body: null, bodyBytes: 0, source: '192.0.2.9' }
    const ping = { ...facts, token: options.tokens.get(monitor.id)!, kind, at: clock.now() }
    void there.intake.add(ping).catch(() => {})
  })
}
