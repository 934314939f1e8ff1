/** Monitors: targets and how they are checked. */
import Type from 'typebox'
import { createMonitor } from '../../services/monitors/monitor-creation.ts'
import {
  getMonitor,
  pauseMonitor,
  removeMonitor,
  resumeMonitor,
  updateMonitor,
} from '../../services/monitors/monitors.ts'
import { listMonitors } from '../../store/monitors/monitor-list.ts'
import { parseEndTime } from '../platform/end-time.ts'
import {
  DELETED,
  Deleted,
  replyCreated,
  toDataSchema,
  toEnvelope,
  toPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import {
  EDIT,
  type MonitorDeps,
  PLAN_ERRORS,
  TYPE_ERRORS,
  toMonitorContext,
  toMonitorScope,
  VIEW,
} from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, UuidParams } from '../platform/schemas.ts'
import { showMonitor, showNewMonitor, toChange, toDraft } from './monitor-json.ts'
import { Monitor, MonitorCreate, MonitorQuery, MonitorUpdate, PauseFields } from './monitor-schemas.ts'
import { formatMonitorPage, JSON_TYPE, MonitorTexts } from './monitor-texts.ts'

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
