/** Availability of a monitor in equal slots of time, for its bars. */
import Type, { type Static } from 'typebox'
import { createInvalid } from '../../core/platform/errors.ts'
import { type AvailabilitySlot, choosePulseStep, SLOT_STEPS_MS, toGridUntil } from '../../core/results/availability.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { type NamedIncident, readAvailability } from '../../services/results/statistics.ts'
import { VIEW } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { parseIso, toIso } from '../platform/times.ts'
import { toSeconds } from './monitor-uptime.ts'

export const SLOT_STATUSES = {
  operational: 'up',
  degraded: 'degraded',
  outage: 'down',
  maintenance: 'maintenance',
  no_data: 'no_data',
} as const satisfies Record<AvailabilitySlot['status'], string>

const STEPS = SLOT_STEPS_MS.map((ms) => ms / 1_000)

const MAX_SLOTS = 366

const slotFields = {
  starts_at: IsoTime,
  status: OneOf(Object.values(SLOT_STATUSES), {
    description: 'Worst status of the slot; maintenance if nothing worse happened',
  }),
  uptime_percentage: Nullable(
    Type.Number({ description: '0-100, weighted by time; null when nothing was measured', examples: [99.305556] }),
  ),
  down_seconds: Type.Number({ examples: [600] }),
  degraded_seconds: Type.Number({ description: 'Counts as available' }),
  maintenance_seconds: Type.Number({ description: 'Not counted' }),
}

/** A UTC day of all monitors of a report. */
export const DaySlot = Type.Object(slotFields, { title: 'ReportDay' })

const Slot = Type.Object(
  {
    ...slotFields,
    incidents: Type.Array(Type.Object({ id: Uuid, title: Type.String() }, { title: 'SlotIncident' }), {
      description: 'At most five incidents that lasted during a part of the slot, oldest first',
    }),
  },
  { title: 'AvailabilitySlot' },
)

const DESCRIPTION = `Slots are parts of UTC days, oldest first. Their times are sums of the status history, like
the uptime of a period. Titles belong to at most the 50 newest incidents of the monitor.`

export const registerAvailabilityRoutes: Resource = (api, { context }) => {
  api.get(
    '/api/monitors/:id/availability',
    {
      config: { access: VIEW, compressed: true, errors: ['MONITOR_NOT_FOUND'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Monitors'],
        summary: 'List the availability of a monitor in equal slots of time',
        description: DESCRIPTION,
        params: UuidParams('id'),
        querystring: Type.Object({
          step_seconds: Type.Optional(
            Type.Unsafe<number>({
              type: 'integer',
              enum: STEPS,
              description: 'Length of a slot. Default: the shortest that shows the whole life of the monitor, or a day',
            }),
          ),
          count: Type.Optional(
            Type.Integer({ minimum: 1, maximum: MAX_SLOTS, default: 90, description: 'Number of slots' }),
          ),
          from: Type.Optional({
            ...IsoTime,
            description: 'A time in the first slot. Default: the last slot is current',
          }),
        }),
        response: { 200: toDataSchema(Type.Object({ step_seconds: Type.Integer(), slots: Type.Array(Slot) })) },
      },
    },
    async ({ params, query: { step_seconds: step, count = 90, from }, project }) => {
      const now = context.now()
      if (from !== undefined && parseIso(from) > now)
        throw createInvalid({ field: 'from', message: 'must not be in the future' })
      const monitor = await getMonitor(context.store.db, project.id, params.id)
      const stepMs = step === undefined ? choosePulseStep(now - monitor.createdAt, count) : step * 1_000
      const grid = toGridUntil(stepMs, count, from === undefined ? now : parseIso(from) + (count - 1) * stepMs)
      const slots = await readAvailability(context.store, monitor, grid, now)
      return toEnvelope({ step_seconds: toSeconds(stepMs), slots: slots.map(toSlotJson) })
    },
  )
}

export const toSlotTimes = (slot: Omit<AvailabilitySlot, 'incidents'>): Static<typeof DaySlot> => ({
  starts_at: toIso(slot.startsAt),
  status: SLOT_STATUSES[slot.status],
  uptime_percentage: slot.uptimePercentage,
  down_seconds: toSeconds(slot.downMs),
  degraded_seconds: toSeconds(slot.degradedMs),
  maintenance_seconds: toSeconds(slot.maintenanceMs),
})

const toSlotJson = (slot: AvailabilitySlot<NamedIncident>): Static<typeof Slot> => ({
  ...toSlotTimes({ ...slot }),
  incidents: slot.incidents,
})
