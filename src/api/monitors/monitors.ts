/** Monitors: what is checked, and how. */
import Type from 'typebox'
import {
  createMonitor,
  getMonitor,
  pauseMonitor,
  removeMonitor,
  resumeMonitor,
  updateMonitor,
} from '../../services/monitors/monitors.ts'
import { listMonitors } from '../../store/monitors/monitor-list.ts'
import { created, DELETED, Deleted, dataOf, ok, pageOf, pagination } from '../platform/envelope.ts'
import {
  EDIT,
  type MonitorDeps,
  monitorContext,
  PLAN_ERRORS,
  scopeOf,
  TYPE_ERRORS,
  VIEW,
} from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { changeOf, draftOf, showMonitor, showMonitors } from './monitor-json.ts'
import { Monitor, MonitorCreate, MonitorQuery, MonitorUpdate } from './monitor-schemas.ts'

const tags = ['Monitors']

const TYPES = `Each type has a target and settings of its own; those of another type are refused.

- \`HTTP\`: a URL answers with the expected status. Settings in \`http_config\`, or its fields at the monitor itself
- \`KEYWORD\`: the same, and its text holds, or lacks, what \`keyword_config\` (required) says
- \`TCP\`: a port of a host takes connections and, if asked for, speaks its protocol. \`tcp_config\` (required)
- \`ICMP\`: a host answers pings. \`icmp_config\`
- \`DNS\`: a name has records, with the expected values. \`dns_config\`
- \`HEARTBEAT\`: has no target; a job pings its \`heartbeat_url\` in time. \`heartbeat_config\``
const params = UuidParams('id')
const OneMonitor = dataOf(Type.Object({ monitor: Monitor }))
const response = { 200: OneMonitor }

export const monitors: Resource<MonitorDeps> = (api, deps) => {
  const { db } = deps.context.store
  const context = monitorContext(deps)

  api.get(
    '/api/monitors',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags,
        summary: 'List the monitors, newest first',
        querystring: MonitorQuery,
        response: { 200: pageOf('monitors', Monitor) },
      },
    },
    async ({ query: { runtime_status, group_id, ...query }, project }) => {
      const filter = { ...query, runtimeStatus: runtime_status, groupId: group_id }
      const { monitors, total } = await listMonitors(db, project.id, filter, query)
      return ok({ monitors: await showMonitors(deps, monitors), pagination: pagination(query, total, monitors.length) })
    },
  )

  api.post(
    '/api/monitors',
    {
      config: { access: EDIT, errors: ['VALIDATION_FAILED', 'MONITOR_NOT_FOUND', ...PLAN_ERRORS, ...TYPE_ERRORS] },
      schema: {
        tags,
        summary: 'Create a monitor',
        description: TYPES,
        body: MonitorCreate,
        response: { 201: OneMonitor },
      },
    },
    async (request, reply) => {
      const monitor = await createMonitor(context, scopeOf(request), draftOf(request.body))
      return created(reply, { monitor: await showMonitor(deps, monitor) })
    },
  )

  api.get(
    '/api/monitors/:id',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'] },
      schema: { tags, summary: 'Read a monitor', params, response },
    },
    async ({ params, project }) =>
      ok({ monitor: await showMonitor(deps, await getMonitor(db, project.id, params.id)) }),
  )

  api.put(
    '/api/monitors/:id',
    {
      config: { access: EDIT, errors: ['VALIDATION_FAILED', 'MONITOR_NOT_FOUND', ...PLAN_ERRORS] },
      schema: { tags, summary: 'Update a monitor: only what is sent changes', params, body: MonitorUpdate, response },
    },
    async (request) => {
      const { body, params } = request
      const monitor = await updateMonitor(context, scopeOf(request), params.id, (before) => changeOf(body, before))
      return ok({ monitor: await showMonitor(deps, monitor) })
    },
  )

  api.delete(
    '/api/monitors/:id',
    {
      config: { access: EDIT, errors: ['MONITOR_NOT_FOUND'] },
      schema: { tags, summary: 'Delete a monitor', params, response: { 200: dataOf(Deleted) } },
    },
    async (request) => {
      await removeMonitor(context, scopeOf(request), request.params.id)
      return ok(DELETED)
    },
  )

  api.post(
    '/api/monitors/:id/pause',
    {
      config: { access: EDIT, errors: ['MONITOR_NOT_FOUND'], failure: 'MONITOR_PAUSE_FAILED' },
      schema: { tags, summary: 'Pause a monitor', params, response },
    },
    async (request) => {
      const monitor = await pauseMonitor(context, scopeOf(request), request.params.id)
      return ok({ monitor: await showMonitor(deps, monitor) })
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
      const monitor = await resumeMonitor(context, scopeOf(request), request.params.id)
      return ok({ monitor: await showMonitor(deps, monitor) })
    },
  )
}
