/**
 * What people and jobs ask of a server that is killed again and again, and what it answered: whatever was acknowledged
 * has to be there afterwards.
 */
import { type Call, createTestClient } from '../../support/api/client.ts'

/** A promise of the server's. */
export type Signal = 'fail' | 'success'

/** The life of one job that pings, with a target of its own, so that nothing is alert_group. */
export interface Job {
  /** Of its monitor and its target. */
  name: string
  targetId: string | null
  monitorId: string | null
  /** Pings that were sent, and of those the answered ones. */
  sent: Signal[]
  answered: Signal[]
  /** Set when the answer came. */
  acknowledgedIncidentId: string | null
  /** Opened by hand. */
  manualIncidentId: string | null
  /** Results of checks that were asked for, by monitor. */
  checkedResultIds: string[]
}

export interface CrashLoad {
  jobs: Job[]
  /** Monitor whose checks are asked for. */
  checkedMonitorId: string
}

export interface LoadOptions {
  baseUrl: string
  headers: Record<string, string>
  sinkUrl: string
  workers: number
}

/** Works until nobody answers any more. */
export async function workUntilKilled(load: CrashLoad, options: LoadOptions): Promise<void> {
  const worker = async () => {
    for (;;) {
      const job = makeJob(load.jobs.length)
      load.jobs.push(job)
      if (!(await live(job, load, options))) return
    }
  }
  await Promise.all(Array.from({ length: options.workers }, worker))
}

const makeJob = (number: number): Job => ({
  name: `job ${number}`,
  targetId: null,
  monitorId: null,
  sent: [],
  answered: [],
  acknowledgedIncidentId: null,
  manualIncidentId: null,
  checkedResultIds: [],
})

/** The connection is gone: nobody knows whether the last request was carried out. */
class Gone extends Error {}

/** @returns whether the server still lives */
async function live(job: Job, load: CrashLoad, { baseUrl, headers, sinkUrl }: LoadOptions): Promise<boolean> {
  const call = surviving(createTestClient(baseUrl, headers))
  try {
    const config = { url: sinkUrl }
    const target = await call('POST', '/api/notification-targets', { name: job.name, channel: 'webhook', config })
    job.targetId = target.target.id
    const { monitor } = await call('POST', '/api/monitors', {
      name: job.name,
      type: 'HEARTBEAT',
      notification_target_ids: [job.targetId],
    })
    job.monitorId = monitor.id
    await ping(job, monitor.heartbeat_token, 'fail', baseUrl)
    const { incidents } = await call('GET', `/api/incidents?monitor_id=${monitor.id}`)
    const incident = incidents[0]
    await call('POST', `/api/incidents/${incident.id}/acknowledge`)
    job.acknowledgedIncidentId = incident.id
    const byHand = {
      severity: 'minor',
      type: 'timeout',
      error_message: 'seen by Bob',
      title: job.name,
      source: 'manual',
    }
    job.manualIncidentId = (await call('POST', '/api/incidents', { ...byHand, check_id: monitor.id })).incident.id
    const { result } = await call('POST', `/api/monitors/${load.checkedMonitorId}/check`)
    job.checkedResultIds.push(result.id)
    await ping(job, monitor.heartbeat_token, 'success', baseUrl)
    return true
  } catch (error) {
    if (error instanceof Gone) return false
    throw error
  }
}

async function ping(job: Job, token: string, signal: Signal, baseUrl: string): Promise<void> {
  const suffix = signal === 'fail' ? '/fail' : ''
  job.sent.push(signal)
  const answer = await surviving(createTestClient(baseUrl))('POST', `/api/heartbeat/${token}${suffix}`)
  if (answer.received) job.answered.push(signal)
}

/** Gives `data`; a server that goes, or says that it cannot just now, has acknowledged nothing. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they are
function surviving(call: Call): (method: string, path: string, body?: unknown) => Promise<any> {
  return async (method, path, body) => {
    const answer = await call(method, path, body).catch(() => null)
    if (answer === null || answer.status === 503) throw new Gone()
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
}
