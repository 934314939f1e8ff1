/** Monitors: targets and how they are checked. */

import type { FastifySchema } from 'fastify'
import Type from 'typebox'
import { BoundedMap } from '../../core/platform/maps.ts'
import { createMonitor } from '../../services/monitors/monitor-creation.ts'
import {
  getMonitor,
  pauseMonitor,
  removeMonitor,
  resumeMonitor,
  updateMonitor,
} from '../../services/monitors/monitors.ts'
import { listMonitorSilences } from '../../store/incidents/silences.ts'
import { listMonitors } from '../../store/monitors/monitor-list.ts'
import { findMonitorVersions, type MonitorVersion } from '../../store/monitors/monitors.ts'
import { listTags } from '../../store/monitors/tags.ts'
import { getRequestReader, type Reader } from '../../store/platform/session.ts'
import {
  EDIT,
  type MonitorDeps,
  PLAN_ERRORS,
  TYPE_ERRORS,
  toMonitorContext,
  toMonitorScope,
  VIEW,
} from '../platform/access.ts'
import type { ApiDeps } from '../platform/deps.ts'
import {
  DELETED,
  Deleted,
  replyCreated,
  toDataSchema,
  toEnvelope,
  toPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, UuidParams } from '../platform/schemas.ts'
import { parseEndTime } from '../platform/times.ts'
import { createSerializer } from '../platform/validation/serialization.ts'
import { showMonitor, showMonitors, showNewMonitor, toChange, toDraft } from './monitor-json.ts'
import { Monitor, MonitorCreate, MonitorQuery, MonitorUpdate, PauseFields } from './monitor-schemas.ts'

const tags = ['Monitors']

const TYPES = `Each type has its own target and settings. Settings of another type are refused.

- \`HTTP\`: a URL returns the expected status. Settings: \`http_config\`, or its fields at the top level.
- \`KEYWORD\`: like \`HTTP\`, and the text contains, or does not contain, keywords. Settings: \`keyword_config\` (required).
- \`TCP\`: a port of a host accepts connections, optionally with a protocol check. Settings: \`tcp_config\` (required).
- \`ICMP\`: a host replies to ping. Settings: \`icmp_config\`.
- \`DNS\`: a name has DNS records, optionally with expected values. Settings: \`dns_config\`.
- \`HEARTBEAT\`: a job pings its \`heartbeat_url\` on schedule. It has no target. Settings: \`heartbeat_config\`.

\`{{name}}\` refers to a variable of the project, in header values, the request body and the data that a TCP check sends.
\`\\{{name}}\` is literal text.`
const params = UuidParams('id')
const OneMonitor = toDataSchema(Type.Object({ monitor: Monitor }))
const response = { 200: OneMonitor }

export const registerMonitorRoutes: Resource<MonitorDeps> = (api, deps) => {
  const { db } = deps.context.store
  const context = toMonitorContext(deps)
  const texts = new MonitorTexts(deps)

  api.get(
    '/api/monitors',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags,
        summary: 'List the monitors, newest first',
        querystring: MonitorQuery,
        response: { 200: toPageSchema('monitors', Monitor) },
      },
    },
    async ({ query: { runtime_status, group_id, ...query }, project }, reply) => {
      const filter = { ...query, runtimeStatus: runtime_status, groupId: group_id }
      const { monitors, total } = await listMonitors(db, project.id, filter, query)
      const list = formatMonitorPage(await texts.list(monitors), toPagination(query, total, monitors.length))
      return reply.type(JSON_TYPE).send(list as never)
    },
  )

  api.post(
    '/api/monitors',
    {
      config: {
        access: EDIT,
        weight: 'joint',
        errors: ['VALIDATION_FAILED', 'MONITOR_NOT_FOUND', ...PLAN_ERRORS, ...TYPE_ERRORS],
      },
      schema: {
        tags,
        summary: 'Create a monitor',
        description: TYPES,
        body: MonitorCreate,
        response: { 201: OneMonitor },
      },
    },
    async (request, reply) => {
      const monitor = await createMonitor(context, toMonitorScope(request), toDraft(request.body))
      return replyCreated(reply, { monitor: await showNewMonitor(deps, monitor) })
    },
  )

  api.get(
    '/api/monitors/:id',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'] },
      schema: { tags, summary: 'Get a monitor', params, response },
    },
    async ({ params, project }) =>
      toEnvelope({ monitor: await showMonitor(deps, await getMonitor(db, project.id, params.id)) }),
  )

  api.put(
    '/api/monitors/:id',
    {
      config: { access: EDIT, errors: ['VALIDATION_FAILED', 'MONITOR_NOT_FOUND', ...PLAN_ERRORS] },
      schema: { tags, summary: 'Update a monitor; only sent fields change', params, body: MonitorUpdate, response },
    },
    async (request) => {
      const { body, params } = request
      const monitor = await updateMonitor(context, toMonitorScope(request), params.id, (before) =>
        toChange(body, before),
      )
      return toEnvelope({ monitor: await showMonitor(deps, monitor) })
    },
  )

  api.delete(
    '/api/monitors/:id',
    {
      config: { access: EDIT, errors: ['MONITOR_NOT_FOUND'] },
      schema: { tags, summary: 'Delete a monitor', params, response: { 200: toDataSchema(Deleted) } },
    },
    async (request) => {
      await removeMonitor(context, toMonitorScope(request), request.params.id)
      return toEnvelope(DELETED)
    },
  )

  api.post(
    '/api/monitors/:id/pause',
    {
      config: { access: EDIT, errors: ['MONITOR_NOT_FOUND'], failure: 'MONITOR_PAUSE_FAILED' },
      schema: {
        tags,
        summary: 'Pause a monitor, optionally until a time',
        description:
          'Open incidents of the monitor stay open and send no notifications while the pause lasts. A pause with an end ' +
          'ends by itself. If the plan allows no further active monitor at that time, the monitor stays paused. A new ' +
          'pause replaces the end.',
        params,
        body: Body(PauseFields),
        response,
      },
    },
    async (request) => {
      const until = parseEndTime(request.body, deps.context.now())
      const monitor = await pauseMonitor(context, toMonitorScope(request), request.params.id, until)
      return toEnvelope({ monitor: await showMonitor(deps, monitor) })
    },
  )

  api.post(
    '/api/monitors/:id/resume',
    {
      config: {
        access: EDIT,
        errors: ['MONITOR_NOT_FOUND', 'MONITOR_LIMIT_REACHED'],
        failure: 'MONITOR_RESUME_FAILED',
      },
      schema: { tags, summary: 'Resume a monitor', params, response },
    },
    async (request) => {
      const monitor = await resumeMonitor(context, toMonitorScope(request), request.params.id)
      return toEnvelope({ monitor: await showMonitor(deps, monitor) })
    },
  )
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Maximum number of cached texts, and their maximum length: together at most 16 MB, and usually 3 MB. */
const MAX_TEXTS = 2_000
const MAX_LENGTH = 4_096

/** Returns the response with a page of monitors, as the schema of the route would serialize it. */
function formatMonitorPage(texts: readonly string[], pagination: ReturnType<typeof toPagination>): string {
  // The parts are copied once, when the response is written; `join` would copy them twice
  let list = ''
  for (const text of texts) list += list === '' ? text : `,${text}`
  return `{"success":true,"data":{"monitors":[${list}],"pagination":${JSON.stringify(pagination)}}}`
}

interface MonitorText {
  version: string
  text: string
}

/**
 * Monitors of lists as JSON texts. Most monitors are the same in the next list, and creating their texts takes longer
 * than reading their versions. A list of 100 monitors takes a fourth of the CPU (`bench -- api-get`).
 */
class MonitorTexts {
  readonly #deps: Pick<ApiDeps, 'context' | 'config'>
  readonly #stringify = createSerializer({ schema: Monitor as FastifySchema, method: 'GET', url: '/api/monitors' })
  /** By key. Only texts that nothing but the version changes. */
  readonly #texts = new BoundedMap<number, MonitorText>(MAX_TEXTS)

  constructor(deps: Pick<ApiDeps, 'context' | 'config'>) {
    this.#deps = deps
  }

  /** Returns the texts in the order of the monitors; monitors that were just deleted are left out. */
  async list(monitors: readonly MonitorVersion[]): Promise<string[]> {
    const db = getRequestReader(this.#deps.context.store.db)
    const keys = monitors.map(({ key }) => key)
    const silences = await listMonitorSilences(db, keys, this.#deps.context.now())
    const texts = new Map(
      monitors.map(({ key, version }) => [key, silences.has(key) ? null : this.#find(key, version)] as const),
    )
    const missing = keys.filter((key) => texts.get(key) === null)
    if (missing.length > 0) for (const [key, text] of await this.#make(db, missing)) texts.set(key, text)
    return keys.flatMap((key) => texts.get(key) ?? [])
  }

  #find(key: number, version: string): string | null {
    const known = this.#texts.get(key)
    return known?.version === version ? known.text : null
  }

  async #make(db: Reader, keys: readonly number[]): Promise<[number, string][]> {
    const found = [...(await findMonitorVersions(db, keys)).values()]
    const shown = await showMonitors(
      this.#deps,
      found.map(({ monitor }) => monitor),
    )
    return found.map(({ key, version, monitor }, index) => {
      const json = shown[index]!
      const text = this.#stringify(json)
      // Pings and silences change without a new version
      const isLasting = monitor.type !== 'HEARTBEAT' && json.silence === undefined
      if (isLasting && text.length + version.length <= MAX_LENGTH) this.#texts.set(key, { version, text })
      return [key, text]
    })
  }
}

const Tag = Type.Object({ name: Type.String(), monitor_count: Type.Integer() })

export const registerTagRoutes: Resource = (api, { context }) => {
  api.get(
    '/api/tags',
    {
      config: { access: VIEW },
      schema: {
        tags: ['Monitors'],
        summary: 'List tags in use, sorted by name',
        response: { 200: toDataSchema(Type.Object({ tags: Type.Array(Tag) })) },
      },
    },
    async ({ project }) => {
      const counts = await listTags(context.store.db, project.id)
      return toEnvelope({ tags: counts.map(({ name, monitorCount }) => ({ name, monitor_count: monitorCount })) })
    },
  )
}
