/** A service of PagerDuty: https://developer.pagerduty.com/docs/send-alert-event */
import Type from 'typebox'
import type { Event, EventType } from '../../core/incidents/event.ts'
import { hideKeys } from '../../core/platform/text/plain-text.ts'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning } from '../http-send.ts'
import { formatBody, truncateText } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood, Notice } from '../notice/notice-types.ts'
import { joinPath, OptionalServerUrl, parseJson, refuseServer, toService } from './setting.ts'

const SERVER = 'https://events.pagerduty.com'

const SEVERITIES: Record<Mood, string> = { bad: 'critical', warning: 'warning', good: 'info', neutral: 'info' }

/** Effects of events on the alert in PagerDuty. Absent events change nothing there. */
const ACTIONS: Partial<Record<EventType, 'trigger' | 'acknowledge' | 'resolve'>> = {
  'incident.opened': 'trigger',
  'incident.reopened': 'trigger',
  'incident.reminder': 'trigger',
  'incident.acknowledged': 'acknowledge',
  'incident.unacknowledged': 'trigger',
  'incident.resolved': 'resolve',
  'certificate.expiring': 'trigger',
  'domain.expiring': 'trigger',
  'probe_trouble.started': 'trigger',
  'probe_trouble.ended': 'resolve',
  test: 'trigger',
}

const SUMMARY_LIMIT = 1_024

export const pagerduty = defineChannel({
  ...toService('pagerduty', 'PagerDuty', 'Triggers, acknowledges and resolves alerts of a service'),
  docsUrl: 'https://support.pagerduty.com/main/docs/services-and-integrations#add-integrations-to-an-existing-service',
  settings: Type.Object(
    {
      service: Type.Literal('pagerduty'),
      routing_key: Type.String({
        title: 'Integration key',
        minLength: 32,
        maxLength: 32,
        description: 'Key of an "Events API V2" integration of the service in PagerDuty, 32 characters',
      }),
      server_url: OptionalServerUrl(SERVER),
    },
    { additionalProperties: false },
  ),
  secrets: ['routing_key'],
  proof: ({ json }) => json.status === 'success',
  // One alert per incident: a message about several incidents could not be resolved one by one
  isGrouped: false,
  canReachPerson: false,
  refuse: refuseServer,
  async send({ id, event }, { routing_key, server_url }, tools) {
    const server = server_url || SERVER
    const action = ACTIONS[event.type]
    const notice = toNotice(event, tools.baseUrl)
    if (event.data.maintenance) {
      const json = { routing_key, ...toChange(notice, event) }
      await postJson({ url: joinPath(server, '/v2/change/enqueue'), json, findMeaning }, tools)
    } else if (action) {
      const json = { routing_key, event_action: action, dedup_key: getDedupKey(event, id), ...toAlert(notice, event) }
      await postJson({ url: joinPath(server, '/v2/enqueue'), json, findMeaning }, tools)
    }
  },
})

/** Alerts with the same key are one alert. The key of an incident is the same for all of its events. */
function getDedupKey({ type, data }: Event, id: string): string {
  if (data.incident) return data.incident.id
  if (data.probe_trouble)
    return `probes-${data.project_id}-${data.probe_trouble.region}-${Date.parse(data.probe_trouble.started_at)}`
  return data.monitor ? `${data.monitor.id}-${type}` : id
}

const toAlert = (notice: Notice, { timestamp, data }: Event) => ({
  client: 'Watchkeeper',
  ...(notice.link && { client_url: notice.link.url }),
  payload: {
    summary: truncateText(notice.title, SUMMARY_LIMIT),
    source: hideKeys(data.monitor?.target ?? data.monitor?.name ?? 'Watchkeeper'),
    severity: SEVERITIES[notice.mood],
    timestamp,
    ...(data.monitor && { component: data.monitor.name }),
    ...(data.incident && { class: data.incident.type }),
    custom_details: {
      ...Object.fromEntries(notice.facts),
      text: formatBody({ ...notice, facts: [], link: null, actions: [] }),
    },
  },
  links: toLinks(notice),
})

const toChange = (notice: Notice, { timestamp }: Event) => ({
  payload: { summary: truncateText(notice.title, SUMMARY_LIMIT), source: 'Watchkeeper', timestamp },
  links: toLinks(notice),
})

const toLinks = ({ link, runbookUrl }: Notice) => [
  ...(link ? [{ href: link.url, text: link.label }] : []),
  ...(runbookUrl ? [{ href: runbookUrl, text: 'Runbook' }] : []),
]

function findMeaning(body: string): ResponseMeaning | null {
  const { message, errors } = parseJson(body)
  if (typeof message !== 'string') return null
  return { message: [message, ...(Array.isArray(errors) ? errors : [])].join(': ') }
}
