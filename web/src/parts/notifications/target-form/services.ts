/** The services that the API describes, with their names in the language of the user. */
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../text/text.tsx'
import { formQuery } from '../../forms/schema-form/form-query.ts'
import type { Variant } from '../../forms/schema-form/schema.ts'
import type { Target } from '../../platform/queries.ts'
import { toConfigDraft, toConfigModel, toServiceConfig } from './service-config.ts'
import { findService, type TargetDraft } from './target-config.ts'

export interface Service extends Variant {
  service: string
}

/** @param isNeeded whether to request the services */
export function useServices(isNeeded = true): readonly Service[] {
  const { services: texts } = useText().forms
  const { data } = useQuery({ ...formQuery('notification-target'), enabled: isNeeded })
  const services = (data?.variants ?? []).filter((variant): variant is Service => variant.service !== null)
  return services.map((variant) => {
    const { title = variant.title, help = variant.description } = texts[`notification-target.${variant.service}`] ?? {}
    return { ...variant, title, description: help }
  })
}

/** Returns the name of the service of a target, or else of its channel. */
export function useChannelTitle(target: Pick<Target, 'channel' | 'config'>): string {
  const { channel } = useText().notifications
  const service = findService(target)
  const services = useServices(service !== null)
  return services.find((one) => one.service === service)?.title ?? channel[target.channel]
}

export interface ServiceSettings {
  service: Service
  model: ReturnType<typeof toConfigModel>
  /** Fields as the form shows them. */
  config: ReturnType<typeof toConfigDraft>
  /** `config` of the request. */
  body: Record<string, unknown>
}

/** Returns the settings of the selected service; null for a channel. */
export function useServiceSettings(
  target: Pick<Target, 'config'> | null,
  draft: Pick<TargetDraft, 'service' | 'entered'>,
): ServiceSettings | null {
  const { keepsValue } = useText().notifications.form
  const service = useServices(Boolean(draft.service)).find((one) => one.service === draft.service)
  if (!service) return null
  const model = toConfigModel(service.schema, target && keepsValue)
  const stored = target?.config ?? {}
  const config = toConfigDraft(model, stored, draft.entered)
  return { service, model, config, body: { service: service.service, ...toServiceConfig(model, stored, config) } }
}
