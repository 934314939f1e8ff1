/** The resources whose forms the API serves, with the requests that the forms send. */
import { GROUP_HINTS, POLICY_HINTS, SCHEDULE_HINTS, TARGET_HINTS, WINDOW_HINTS } from './form-hints.ts'
import type { Hints } from './form-schema.ts'

export interface Source {
  title: string
  /** Paths of the create request and of the update request. */
  create: string
  update: { method: string; path: string }
  hints?: Hints
  /** Fields for API clients that the form omits. */
  omittedFields?: readonly string[]
  /** Fields that are optional in the schema because API clients may use other names for them. */
  requiredFields?: readonly string[]
}

export const FORMS = {
  monitor: { title: 'Monitor', create: '/api/monitors', update: { method: 'PUT', path: '/api/monitors/{id}' } },
  'notification-target': {
    title: 'Notification target',
    create: '/api/notification-targets',
    update: { method: 'PATCH', path: '/api/notification-targets/{id}' },
    hints: TARGET_HINTS,
  },
  'maintenance-window': {
    title: 'Maintenance window',
    create: '/api/maintenance-windows',
    update: { method: 'PUT', path: '/api/maintenance-windows/{id}' },
    hints: WINDOW_HINTS,
    omittedFields: ['from', 'to'],
    requiredFields: ['starts_at', 'ends_at'],
  },
  variable: {
    title: 'Variable',
    create: '/api/projects/{projectId}/variables',
    update: { method: 'PATCH', path: '/api/projects/{projectId}/variables/{id}' },
  },
  'escalation-policy': {
    title: 'Escalation policy',
    create: '/api/escalation-policies',
    update: { method: 'PATCH', path: '/api/escalation-policies/{id}' },
    hints: POLICY_HINTS,
  },
  'on-call-schedule': {
    title: 'On-call schedule',
    create: '/api/on-call-schedules',
    update: { method: 'PATCH', path: '/api/on-call-schedules/{id}' },
    hints: SCHEDULE_HINTS,
  },
  'api-key': {
    title: 'API key',
    create: '/api/auth/api-keys',
    update: { method: 'PATCH', path: '/api/auth/api-keys/{id}' },
  },
  group: {
    title: 'Group',
    create: '/api/groups',
    update: { method: 'PUT', path: '/api/groups/{groupId}' },
    hints: GROUP_HINTS,
  },
} satisfies Record<string, Source>

export const FORM_NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[]
export type FormName = (typeof FORM_NAMES)[number]
