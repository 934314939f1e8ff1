import { queryOptions } from '@tanstack/react-query'
import { api, getData, listAll } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'

export type Schedule = Schemas['OnCallSchedule']
export type Override = Schemas['OnCallOverride']

/** Shifts change without an event. */
const REFRESH_MS = 60_000

/** Query key prefix: a new override changes schedules, shifts and overrides. */
export const ON_CALL = ['on-call']

export const schedulesQuery = queryOptions({
  queryKey: [...ON_CALL, 'schedules'],
  queryFn: () =>
    listAll(
      (query) => getData(api.GET('/api/on-call-schedules', { params: { query } })),
      ({ on_call_schedules }) => on_call_schedules,
    ),
  refetchInterval: REFRESH_MS,
})

/** Shifts of a period, Unix ms. */
export const shiftsQuery = (id: string, from: number, to: number) =>
  queryOptions({
    queryKey: [...ON_CALL, 'shifts', id, from],
    queryFn: () => {
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      return getData(api.GET('/api/on-call-schedules/{id}/shifts', { params: { path: { id }, query } }))
    },
    refetchInterval: REFRESH_MS,
  })

/** The user on call now, until when, and the next one. */
export const onCallQuery = (id: string) =>
  queryOptions({
    queryKey: [...ON_CALL, 'now', id],
    queryFn: async () =>
      (await getData(api.GET('/api/on-call-schedules/{id}/on-call', { params: { path: { id } } }))).on_call,
    refetchInterval: REFRESH_MS,
  })

export const overridesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ON_CALL, 'overrides', id],
    queryFn: async () =>
      (await getData(api.GET('/api/on-call-schedules/{id}/overrides', { params: { path: { id } } }))).overrides,
  })
