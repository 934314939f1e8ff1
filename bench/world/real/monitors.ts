/** Creates the monitors and receivers of a scenario in the service, through its API. */
import type { Scenario, ScriptedMonitor, Target } from '../script.ts'
import { KEYWORD } from './hosts.ts'
import { CHECKED_NAME, type Laboratory } from './laboratory.ts'
import type { Service } from './service.ts'

export interface Created {
  /** Script ids by service ids. */
  scriptIds: Map<string, string>
  /** Ping URLs of the scripted jobs. */
  pingUrls: Map<string, string>
}

export async function createMonitors(scenario: Scenario, laboratory: Laboratory, service: Service): Promise<Created> {
  const targets = new Map<string, string>()
  for (const receiver of scenario.receivers) {
    const body = { name: receiver, ...laboratory.receiverBody(receiver) }
    const { target } = await service.call('POST', '/api/notification-targets', body)
    targets.set(receiver, target.id)
  }
  const created: Created = { scriptIds: new Map(), pingUrls: new Map() }
  for (const scripted of scenario.monitors) {
    const body = { ...toBody(scripted, laboratory), notification_target_ids: [targets.get(scripted.receiver)] }
    const { monitor } = await service.call('POST', '/api/monitors', { name: scripted.id, ...body })
    created.scriptIds.set(monitor.id, scripted.id)
    if (scripted.job) created.pingUrls.set(scripted.id, monitor.heartbeat_url)
  }
  return created
}

function toBody(monitor: ScriptedMonitor, laboratory: Laboratory): Record<string, unknown> {
  const { job, target } = monitor
  if (job === null) return toTargetBody(target!, laboratory.portOf(monitor))
  const heartbeat_config = {
    expected_interval_seconds: job.periodMs / 1_000,
    grace_period_seconds: job.graceMs / 1_000,
  }
  return { type: 'HEARTBEAT', heartbeat_config }
}

function toTargetBody(target: Target, port: number): Record<string, unknown> {
  const { type, address, hostName, intervalSeconds, timeoutMs, failureThreshold } = target
  return {
    type,
    interval_seconds: intervalSeconds,
    timeout_ms: timeoutMs,
    failure_threshold: failureThreshold,
    ...toTypeBody(target, hostName ?? address, port),
  }
}

function toTypeBody({ type, address, hostName }: Target, host: string, port: number): Record<string, unknown> {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
  switch (type) {
    case 'HTTP':
      return { target: url }
    case 'KEYWORD':
      return { target: url, keyword_config: { keywords: [{ text: KEYWORD, should_contain: true }] } }
    case 'TCP':
      return { target: host, tcp_config: { port } }
    case 'ICMP':
      return { target: host }
    case 'DNS': {
      const record = { record_type: address.includes(':') ? 'AAAA' : 'A', expected_values: [address] }
      const own = hostName === null ? { dns_server: address } : {}
      return { target: hostName ?? CHECKED_NAME, dns_config: { record_entries: [record], ...own } }
    }
  }
}
