/** Events with which a template is tried when it is saved. Their texts need escaping in most formats. */
import type { Event, IncidentFacts, MonitorFacts } from '../../core/incidents/event.ts'

const TEXT = 'Line "1"\nLine <2> & \\3'
const AT = '2026-01-31T12:00:00.000Z'
const SCOPE = { organization_id: '', project_id: '' }

const monitor: MonitorFacts = {
  id: '',
  name: TEXT,
  type: 'HTTP',
  target: 'https://example.com/',
  status: 'active',
  runtimeStatus: 'down',
  notes: TEXT,
  runbook_url: 'https://example.com/',
}

const opened: IncidentFacts = {
  ...SCOPE,
  id: '',
  status: 'open',
  severity: 'critical',
  type: 'timeout',
  source: 'system',
  title: TEXT,
  started_at: AT,
  acknowledged_by_name: null,
  error_message: TEXT,
  affected_regions: ['eu'],
  affected_monitor_ids: [],
  failure_count: 2,
  created_at: AT,
  updated_at: AT,
}

const resolved: IncidentFacts = { ...opened, status: 'resolved', resolved_at: AT, acknowledged_by_name: TEXT }

const group = { count: 2, causes: [], incidents: [opened, opened].map((incident) => ({ monitor, incident })) }

export const SAMPLE_EVENTS: readonly Event[] = [
  { type: 'test', timestamp: AT, data: { ...SCOPE, message: TEXT } },
  { type: 'incident.opened', timestamp: AT, data: { ...SCOPE, monitor, incident: opened } },
  { type: 'incident.opened', timestamp: AT, data: { ...SCOPE, monitor, incident: opened, alert_group: group } },
  { type: 'incident.resolved', timestamp: AT, data: { ...SCOPE, monitor, incident: resolved } },
]
