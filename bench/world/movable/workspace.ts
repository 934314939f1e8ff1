/** Creates the scripted monitors and receivers in a service, as an operator would. */

import type { MonitorDraft } from '../../../src/core/monitors/monitor-change.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { createTarget } from '../../../src/services/notifications/notification-targets.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import { insertWorkspace } from '../../../test/support/database/rows.ts'
import { createAliceScope, toActiveRegion } from '../../../test/support/factories/monitors.ts'
import type { Job, Scenario, ScriptedMonitor, Target } from '../script.ts'
import { toSettings, toTargetText } from '../targets.ts'

export interface Workspace {
  /** Database keys by the script's monitor ids. */
  keys: ReadonlyMap<string, number>
  /** Ping tokens by the monitor ids of jobs. */
  tokens: ReadonlyMap<string, string>
}

export const REGION = 'local'

const URL_PREFIX = 'http://192.0.2.1/'

/** Returns the receiver's name from the URL of a notification target. */
export const parseReceiver = (url: unknown): string => String(url).slice(URL_PREFIX.length)

export async function createWorkspace(context: Context, scenario: Scenario): Promise<Workspace> {
  await insertWorkspace(context.store)
  const scope = createAliceScope()
  const egress = createEgressPolicy({ mode: 'any' })
  const tools = { ...context, egress, activeRegions: () => (scenario.regions ?? [REGION]).map(toActiveRegion) }
  const targets = new Map<string, string>()
  for (const name of scenario.receivers) {
    const webhook = { channel: 'webhook' as const, config: { url: `${URL_PREFIX}${name}` }, fallbackTargetId: null }
    const { id } = await createTarget(tools, scope, { name, ...webhook, isDefault: false, isEnabled: true })
    targets.set(name, id)
  }
  const made: { key: number; target: string }[] = []
  for (const monitor of scenario.monitors)
    made.push(
      await createMonitor(tools, scope, {
        ...toDraft(monitor),
        ...(scenario.regions && { regions: [...scenario.regions] }),
        notificationTargetIds: [targets.get(monitor.receiver)!],
      }),
    )
  const each = <T>(value: (index: number) => T) => scenario.monitors.map(({ id }, index) => [id, value(index)] as const)
  return { keys: new Map(each((index) => made[index]!.key)), tokens: new Map(each((index) => made[index]!.target)) }
}

const toDraft = (monitor: ScriptedMonitor): MonitorDraft =>
  monitor.job === null
    ? toTargetDraft(monitor as ScriptedMonitor & { target: Target })
    : { name: monitor.id, type: 'HEARTBEAT', target: '', ...toJobDraft(monitor.job) }

function toTargetDraft(monitor: ScriptedMonitor & { target: Target }): MonitorDraft {
  const { type, intervalSeconds, timeoutMs, failureThreshold } = monitor.target
  const rhythm = { intervalSeconds, timeoutMs, failureThreshold }
  return { name: monitor.id, type, target: toTargetText(monitor), settings: toSettings(monitor), ...rhythm }
}

function toJobDraft({ periodMs, graceMs }: Job): Pick<MonitorDraft, 'settings' | 'intervalSeconds'> {
  const rhythm = { expectedIntervalSeconds: periodMs / 1_000, gracePeriodSeconds: graceMs / 1_000 }
  return { intervalSeconds: periodMs / 1_000, settings: { ...rhythm, schedule: null, timezone: null } }
}
