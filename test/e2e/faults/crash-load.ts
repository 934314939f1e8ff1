/**
 * Requests of users and jobs to a server that is killed again and again, and its answers. Every acknowledged change
 * must exist afterwards.
 */
import { type Call, createTestClient } from '../../support/api/client.ts'

/** The kind of a ping. */
export type Signal = 'fail' | 'success'

/** The life of one job with its own target, so that no alerts are grouped. */
export interface Job {
  /** Name of its monitor and its target. */
  name: string
  targetId: string | null
  monitorId: string | null
  /** Pings that were sent, and the pings that were answered. */
  sent: Signal[]
  answered: Signal[]
  /** Set when the response arrived. */
  acknowledgedIncidentId: string | null
  /** Id of an incident that the user reported. */
  manualIncidentId: string | null
  /** Ids of the results of on-demand checks. */
  checkedResultIds: string[]
}

export interface CrashLoad {
  jobs: Job[]
  /** Monitor that is checked on demand. */
  checkedMonitorId: string
}

export interface LoadOptions {
  baseUrl: string
  headers: Record<string, string>
  sinkUrl: string
  workers: number
}

/** Works until the server no longer answers. */
export async function workUntilKilled(load: CrashLoad, options: LoadOptions): Promise<void> {
  const worker = async () => {
    for (;;) {
      const job = makeJob(load.jobs.length)
      load.jobs.push(job)
      if (!(await runJob(job, load, options))) return
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

/** The connection is gone, so it is unknown whether the last request took effect. */
class ServerGoneError extends Error {}

/** @returns whether the server is still alive */
async function runJob(job: Job, load: CrashLoad, { baseUrl, headers, sinkUrl }: LoadOptions): Promise<boolean> {
  const call = toCrashSafeCall(createTestClient(baseUrl, headers))
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
    if (error instanceof ServerGoneError) return false
    throw error
  }
}

async function ping(job: Job, token: string, signal: Signal, baseUrl: string): Promise<void> {
  const suffix = signal === 'fail' ? '/fail' : ''
  job.sent.push(signal)
  const answer = await toCrashSafeCall(createTestClient(baseUrl))('POST', `/api/heartbeat/${token}${suffix}`)
  if (answer.received) job.answered.push(signal)
}

/** Returns `data`. A server that is gone or returns 503 has acknowledged nothing. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they are
function toCrashSafeCall(call: Call): (method: string, path: string, body?: unknown) => Promise<any> {
  return async (method, path, body) => {
    const answer = await call(method, path, body).catch(() => null)
    if (answer === null || answer.status === 503) throw new ServerGoneError()
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
}
