/** The values of the form of a contact method, and the query that lists the methods. */
import { queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import type { Schemas } from '../../../api/types.ts'
import {
  type Channel,
  findService,
  type TargetDraft,
  toValues,
} from '../../../parts/notifications/target-form/target-config.ts'

export type ContactMethod = Schemas['ContactMethod']

export const contactMethodsQuery = queryOptions({
  queryKey: ['contact-methods'],
  queryFn: async () => (await getData(api.GET('/api/auth/contact-methods'))).contact_methods,
})

export interface ContactDraft
  extends Pick<TargetDraft, 'channel' | 'service' | 'name' | 'values' | 'entered' | 'quietHours'> {
  /** Minutes, as entered. */
  delay: string
}

/** Name of the draft of a method; null for a new method. */
export const toDraftName = (method: ContactMethod | null): string => `contact:${method?.id ?? 'new'}`

/** @param method null for a new method of the given channel */
export const toContactDraft = (method: ContactMethod | null, channel: Channel): ContactDraft => ({
  channel: method?.channel ?? channel,
  service: method && findService(method),
  name: method?.name ?? '',
  values: toValues(method?.config ?? {}),
  entered: {},
  delay: String(method?.delay_minutes ?? 0),
  quietHours: method?.quiet_hours ?? null,
})
