/** A request that the user describes by a template. */
import Type, { type Static } from 'typebox'
import type { Event, IncidentFacts, MonitorFacts } from '../../core/incidents/event.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { Issue } from '../../core/platform/errors.ts'
import { hideKeys } from '../../core/platform/text/plain-text.ts'
import { DESCRIPTION_KEY, NAMES_KEY } from '../../core/platform/validation/schema-words.ts'
import { HEADER_NAME, HEADER_NAME_WORDS } from '../../net/http/http-request.ts'
import { defineChannel } from '../channel.ts'
import { refuseUrl, sendRequest } from '../http-send.ts'
import { toNotice } from '../notice/notice.ts'
import { type Answer, refuseWebPage } from './proof.ts'
import { HeaderText, toService } from './setting.ts'
import {
  getFixedUrl,
  isJson,
  refuseTemplate,
  refuseUrlTemplate,
  renderTemplate,
  renderUrl,
  toTemplateValues,
} from './template.ts'

const METHODS = ['POST', 'PUT', 'PATCH', 'GET'] as const
const MAX_HEADERS = 20
const MAX_TEMPLATE_LENGTH = 16_384
const JSON_TYPE = 'application/json'

const settings = Type.Object(
  {
    service: Type.Literal('custom'),
    url: Type.String({
      title: 'URL',
      minLength: 1,
      maxLength: 2048,
      description:
        'An http or https URL without credentials. Values such as {{title}} are percent-encoded and may follow the host',
      examples: ['https://example.com/alerts', 'https://sms.example.com/send?text={{title}}'],
    }),
    method: Type.Optional(
      Type.Enum(METHODS, { type: 'string', title: 'Method', description: 'Default: POST. GET sends no body' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: HEADER_NAME }), Type.String({ maxLength: 2000, ...HeaderText }), {
        title: 'Headers',
        [NAMES_KEY]: HEADER_NAME_WORDS,
        maxProperties: MAX_HEADERS,
        additionalProperties: false,
        description: 'Headers of the request. All values are stored encrypted and masked in responses',
        examples: [{ Authorization: 'Bearer XXXX' }],
      }),
    ),
    content_type: Type.Optional(
      Type.String({
        title: 'Content type',
        maxLength: 200,
        pattern: '^[\\w.+-]+/[\\w.+-]+(;[\\t\\x20-\\x7e]*)?$',
        [DESCRIPTION_KEY]: 'a media type such as application/json',
        description: 'Type of the body. Default: application/json. Values in the body are escaped for this type',
        examples: ['application/json', 'text/plain'],
      }),
    ),
    body: Type.Optional(
      Type.String({
        title: 'Body',
        maxLength: MAX_TEMPLATE_LENGTH,
        description:
          'A Mustache template with values such as {{title}}, {{text}} and {{monitor.name}}. Required unless the method is GET',
        examples: ['{"text": "{{title}}"}'],
      }),
    ),
    expected_answer: Type.Optional(
      Type.String({
        title: 'Expected answer',
        maxLength: 200,
        description: 'Text in the answer that confirms the message. Default: any answer with a 2xx status',
        examples: ['"status":"queued"'],
      }),
    ),
  },
  { additionalProperties: false },
)

type Settings = Static<typeof settings>

export const custom = defineChannel({
  ...toService('custom', 'Custom request', 'Sends a request with headers and a body of your choice'),
  docsUrl: null,
  settings,
  secrets: ['headers'],
  proof,
  describeRecipient: ({ url }) => hideKeys(url),
  refuse: (config, egress) => refuseAddress(config.url, egress) ?? refuseHeaders(config.headers) ?? refuseBody(config),
  async send({ event }, { url, method = 'POST', headers, content_type = JSON_TYPE, body = '' }, tools) {
    const values = toTemplateValues(event, toNotice(event, tools.baseUrl))
    // An inquiry contains no part of the message
    const address = tools.isInquiry ? getFixedUrl(url) : renderUrl(url, values)
    if (method === 'GET') await sendRequest({ url: address, method, ...(headers && { headers }), body: '' }, tools)
    else {
      const text = renderTemplate(body, values, content_type)
      const all = { 'content-type': content_type, ...headers }
      await sendRequest({ url: address, method, headers: all, body: text }, tools)
    }
  },
})

function refuseAddress(url: string, egress: EgressPolicy): Issue | null {
  const message = refuseUrlTemplate(url)
  return message !== null ? { field: 'url', message } : refuseUrl('url', getFixedUrl(url), egress)
}

/** A program that reads JSON does not answer with a page. Devices that take other requests do. */
function proof(answer: Answer, { expected_answer, method, content_type = JSON_TYPE }: Settings): boolean | string {
  if (expected_answer) return answer.body.includes(expected_answer) || 'without the expected answer'
  return method === 'GET' || !isJson(content_type) || refuseWebPage(answer)
}

function refuseBody({ method, content_type: contentType = JSON_TYPE, body: template }: Settings): Issue | null {
  if (method === 'GET') return null
  if (template === undefined) return { field: 'body', message: 'is required, unless the method is GET' }
  const message = refuseTemplate(template)
  if (message !== null) return { field: 'body', message }
  if (!isJson(contentType)) return null
  const problems = SAMPLE_EVENTS.map((event) => findJsonProblem(template, event, contentType))
  return problems.find((problem) => problem !== null) ?? null
}

function findJsonProblem(template: string, event: Event, contentType: string): Issue | null {
  const values = toTemplateValues(event, toNotice(event, 'https://example.com'))
  try {
    JSON.parse(renderTemplate(template, values, contentType))
    return null
  } catch (error) {
    return { field: 'body', message: `does not produce valid JSON for ${event.type}: ${(error as Error).message}` }
  }
}

/** The type of the body is a setting of its own, because values are escaped for it. */
function refuseHeaders(headers: Record<string, string> = {}): Issue | null {
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'content-type'))
    return { field: 'headers', message: 'must not contain Content-Type; set content_type instead' }
  const literal = Object.keys(headers).find((name) => headers[name]!.includes('{{'))
  if (literal === undefined) return null
  return { field: `headers.${literal}`, message: 'must not contain {{; values are inserted into url and body only' }
}

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

/** Events with which a template is tried when it is saved. Their texts need escaping in most formats. */
const SAMPLE_EVENTS: readonly Event[] = [
  { type: 'test', timestamp: AT, data: { ...SCOPE, message: TEXT } },
  { type: 'incident.opened', timestamp: AT, data: { ...SCOPE, monitor, incident: opened } },
  { type: 'incident.opened', timestamp: AT, data: { ...SCOPE, monitor, incident: opened, alert_group: group } },
  { type: 'incident.resolved', timestamp: AT, data: { ...SCOPE, monitor, incident: resolved } },
]
