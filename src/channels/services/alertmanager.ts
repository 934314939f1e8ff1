/** Prometheus Alertmanager: https://prometheus.io/docs/alerting/latest/alerts_api */
import Type from 'typebox'
import type { Event, GroupedIncident } from '../../core/incidents/event.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { defineChannel, type SendTools } from '../channel.ts'
import { postJson, type ResponseMeaning } from '../http-send.ts'
import { toNotice } from '../notice/notice.ts'
import { type ConditionFamily, findConditionFamily, toIncidentLink } from '../notice/notice-incident.ts'
import { isWebPage } from './proof.ts'
import { joinPath, refuseBase, toService } from './setting.ts'

/** Alertmanager resolves an alert by itself at this time after it was last sent. */
const ENDS_AFTER_MS = 5 * MINUTE_MS
const MAX_SERVERS = 5

export const alertmanager = defineChannel({
  ...toService('alertmanager', 'Alertmanager', 'Sends alerts to Prometheus Alertmanager and keeps them firing'),
  docsUrl: 'https://prometheus.io/docs/alerting/latest/alerts_api',
  settings: Type.Object(
    {
      service: Type.Literal('alertmanager'),
      urls: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
        title: 'Servers',
        minItems: 1,
        maxItems: MAX_SERVERS,
        uniqueItems: true,
        description: 'Address of Alertmanager; every member of a cluster gets all alerts',
        examples: [['http://alertmanager.example.com:9093']],
      }),
      username: Type.Optional(
        Type.String({ title: 'User name', maxLength: 200, description: 'For basic access authentication' }),
      ),
      password: Type.Optional(
        Type.String({ title: 'Password', maxLength: 200, description: 'For basic access authentication' }),
      ),
    },
    { additionalProperties: false },
  ),
  secrets: ['password'],
  // Source: "postAlerts" in https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml
  proof: ({ body }) => body === '',
  isGrouped: false,
  canReachPerson: false,
  refuse: ({ urls }, egress) =>
    urls.map((url, position) => refuseBase(`urls.${position}`, url, egress)).find((issue) => issue !== null) ?? null,
  async send({ event }, settings, tools) {
    await postAlerts(toAlerts(event, tools), settings, tools)
  },
  async repeat(messages, settings, tools) {
    await postAlerts(
      messages.flatMap(({ event }) => toAlerts(event, tools)),
      settings,
      tools,
    )
  },
})

interface Settings {
  urls: string[]
  username?: string
  password?: string
}

/** Sends to every member of a cluster. One member that has the alert notifies, and the rest gets it by the repetition. */
async function postAlerts(json: unknown[], { urls, username, password }: Settings, tools: SendTools): Promise<void> {
  const credentials = Buffer.from(`${username}:${password ?? ''}`).toString('base64')
  const headers: Record<string, string> = username ? { authorization: `Basic ${credentials}` } : {}
  const attempts = await Promise.allSettled(
    urls.map((url) => postJson({ url: joinPath(url, '/api/v2/alerts'), json, headers, findMeaning }, tools)),
  )
  const failed = attempts.find((attempt) => attempt.status === 'rejected')
  if (failed && attempts.every(({ status }) => status === 'rejected')) throw failed.reason
}

function toAlerts(event: Event, tools: SendTools): object[] {
  const { data } = event
  if (data.alert_group) return data.alert_group.incidents.map((one) => toIncidentAlert(event, one, tools))
  if (data.incident) return [toIncidentAlert(event, { monitor: data.monitor ?? null, incident: data.incident }, tools)]
  return [toOtherAlert(event, tools)]
}

/** Severities of system incidents, as labels. */
const SEVERITIES: Record<ConditionFamily, string> = { availability: 'critical', slowness: 'warning' }

/** Labels identify an alert, so they contain nothing that users edit while an incident is open, except names. */
function toIncidentAlert(event: Event, { monitor, incident, ended_at }: GroupedIncident, { now, baseUrl }: SendTools) {
  const { facts: _, ...notice } = toNotice(event, baseUrl)
  const isOver = incident.status === 'resolved' || ended_at !== undefined || event.data.ended_at !== undefined
  const family = findConditionFamily(incident, monitor)
  return {
    labels: {
      alertname: family === 'availability' ? 'MonitorDown' : family === 'slowness' ? 'MonitorSlow' : 'Incident',
      severity: family === null ? incident.severity : SEVERITIES[family],
      ...(monitor && { monitor: monitor.name, monitor_id: monitor.id, monitor_type: monitor.type }),
      incident_id: incident.id,
      project_id: incident.project_id,
    },
    annotations: {
      summary: notice.title,
      ...(notice.text && { description: notice.text }),
      ...(notice.notes && { notes: notice.notes }),
      ...(notice.runbookUrl && { runbook_url: notice.runbookUrl }),
    },
    startsAt: incident.reopened_at ?? incident.started_at,
    endsAt: new Date(isOver ? now() : now() + ENDS_AFTER_MS).toISOString(),
    generatorURL: toIncidentLink(incident, baseUrl).url,
  }
}

/** Warnings of an expiry, maintenance, trouble of probes and tests are alerts that end by themselves. */
function toOtherAlert(event: Event, { now, baseUrl }: SendTools) {
  const notice = toNotice(event, baseUrl)
  const { monitor, project_id, probe_trouble: trouble } = event.data
  return {
    labels: {
      alertname: ALERT_NAMES[event.type] ?? 'Notification',
      // The beginning and the end need the same labels
      severity: trouble || notice.mood === 'warning' || notice.mood === 'bad' ? 'warning' : 'info',
      ...(trouble && { region: trouble.region }),
      ...(monitor && { monitor: monitor.name, monitor_id: monitor.id, monitor_type: monitor.type }),
      project_id,
    },
    annotations: { summary: notice.title, ...(notice.text && { description: notice.text }) },
    startsAt: trouble?.started_at ?? event.timestamp,
    endsAt: new Date(trouble?.ended_at === undefined ? now() + ENDS_AFTER_MS : now()).toISOString(),
    generatorURL: notice.link?.url ?? baseUrl,
  }
}

const ALERT_NAMES: Partial<Record<Event['type'], string>> = {
  'certificate.expiring': 'CertificateExpiring',
  'domain.expiring': 'DomainExpiring',
  'maintenance.started': 'MaintenanceStarted',
  'maintenance.ended': 'MaintenanceEnded',
  'probe_trouble.started': 'MonitorsNotChecked',
  'probe_trouble.ended': 'MonitorsNotChecked',
  test: 'WatchkeeperTest',
}

/** Alertmanager refuses with a text in quotes. */
function findMeaning(body: string, status: number): ResponseMeaning | null {
  if (status < 300 || isWebPage({ body: body.trim() })) return null
  const message = body.trim().replace(/^"|"$/g, '')
  return message !== '' && message.length <= 300 ? { message } : null
}
