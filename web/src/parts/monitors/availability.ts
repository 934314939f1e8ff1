/** Query of availability in equal slots of time. */
import { queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import type { Bars } from './bars.ts'

type StepSeconds = 60 | 300 | 3_600 | 10_800 | 86_400

/** A row of slots; without a step, the server chooses it by the age of the monitor. */
interface SlotRange {
  count: number
  stepMs?: number
  /** Unix ms; the default ends with the current slot. */
  from?: number
}

/** @returns slots, oldest first; the key begins with the monitor's key, so that its events invalidate it */
export const availabilityQuery = (id: string, { count, stepMs, from }: SlotRange) =>
  queryOptions({
    queryKey: [`monitor:${id}`, 'availability', count, stepMs ?? null, from ?? null],
    queryFn: () =>
      getData(
        api.GET('/api/monitors/{id}/availability', {
          params: {
            path: { id },
            query: {
              count,
              ...(stepMs !== undefined && { step_seconds: (stepMs / 1000) as StepSeconds }),
              ...(from !== undefined && { from: new Date(from).toISOString() }),
            },
          },
        }),
      ).then(({ step_seconds, slots }) => ({
        slots,
        bars: {
          monitorId: id,
          startsAt: Date.parse(slots[0]!.starts_at),
          stepMs: step_seconds * 1000,
          statuses: slots.map(({ status }) => status),
          uptimes: slots.map(({ uptime_percentage }) => uptime_percentage),
        } satisfies Bars,
      })),
  })
