/** Writes a monitor as a part of a configuration document. */
import type { TSchema } from 'typebox'
import {
  DEFAULT_FAILURE_THRESHOLD,
  DEFAULT_INTERVAL_SECONDS,
  DEFAULT_RECOVERY_THRESHOLD,
  DEFAULT_TIMEOUT_MS,
} from '../../core/monitors/monitor.ts'
import { type Keys, toKeys } from '../../services/provisioning/kind.ts'
import type { TaggedMonitor } from '../../services/provisioning/monitors.ts'
import { toPolicyKey } from '../../services/provisioning/policy-references.ts'
import { domain, ssl } from '../monitors/expiry-settings.ts'
import { settingsTranslator } from '../monitors/monitor-schemas.ts'
import { type Fields, omitDefaults } from './write-fields.ts'

const MONITOR_DEFAULTS: Fields = {
  interval_seconds: DEFAULT_INTERVAL_SECONDS,
  timeout_ms: DEFAULT_TIMEOUT_MS,
  failure_threshold: DEFAULT_FAILURE_THRESHOLD,
  recovery_threshold: DEFAULT_RECOVERY_THRESHOLD,
  reminder_interval_minutes: 0,
  status: 'active',
  monitoring_regions: [],
  tags: [],
  depends_on: [],
}

export function writeMonitor(monitor: TaggedMonitor, keys: Keys): Fields {
  const isHeartbeat = monitor.type === 'HEARTBEAT'
  return omitDefaults(
    {
      name: monitor.name,
      type: monitor.type,
      target: isHeartbeat ? undefined : monitor.target,
      interval_seconds: isHeartbeat ? undefined : monitor.intervalSeconds,
      timeout_ms: monitor.timeoutMs,
      failure_threshold: monitor.failureThreshold,
      recovery_threshold: monitor.recoveryThreshold,
      reminder_interval_minutes: monitor.reminderIntervalMinutes,
      status: monitor.status === 'paused' ? 'paused' : undefined,
      monitoring_regions: monitor.regions,
      group: monitor.groupId && keys.groups.get(monitor.groupId),
      escalation_policy: toPolicyKey(monitor.escalationPolicyId, keys),
      tags: monitor.tags,
      // Without the field, a new monitor would get the default targets of its project
      notification_targets: toKeys(keys, 'notification_targets', monitor.notificationTargetIds),
      depends_on: toKeys(keys, 'monitors', monitor.dependsOnMonitorIds),
      ssl_monitoring: monitor.sslMonitoring && ssl.toApi(monitor.sslMonitoring),
      domain_monitoring: monitor.domainMonitoring && domain.toApi(monitor.domainMonitoring),
      notes: monitor.notes,
      runbook_url: monitor.runbookUrl,
      ...writeSettings(monitor),
    },
    MONITOR_DEFAULTS,
  )
}

function writeSettings({ type, settings }: TaggedMonitor): Fields {
  const values = settingsTranslator.formValues(type, settings)
  const forms = settingsTranslator.form(type).properties as Record<
    string,
    TSchema & { properties: Record<string, { default?: unknown }> }
  >
  const configs = Object.entries(values).map(([config, fields]) => {
    const defaults = Object.entries(forms[config]!.properties).map(([field, schema]) => [field, schema.default])
    return [config, omitDefaults(fields as Fields, Object.fromEntries(defaults))] as const
  })
  return Object.fromEntries(configs.filter(([, fields]) => Object.keys(fields).length > 0))
}
