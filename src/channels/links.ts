/** The signed links in messages, with which recipients act without an account. */
import type { Event, EventLinks } from '../core/incidents/event.ts'
import { listOpenOutages } from '../core/notifications/acknowledge-link.ts'
import type { ServiceSecret } from '../core/platform/sealing/service-secret.ts'
import type { SendTools } from './channel.ts'
import {
  type AcknowledgeLinks,
  createAcknowledgeLinks,
  createUnsubscribeLinks,
  type LinkedDelivery,
} from './signed-links.ts'

type Links = Pick<SendTools, 'unsubscribe' | 'acknowledge'>

/** @param config of the service */
export const createLinks = (secret: ServiceSecret, config: { acknowledgeLinks: boolean }): Links => ({
  unsubscribe: createUnsubscribeLinks(secret),
  ...(config.acknowledgeLinks && { acknowledge: createAcknowledgeLinks(secret) }),
})

/**
 * Adds the links of a message to its event. A message without an open incident has none.
 *
 * @param baseUrl without a trailing slash
 */
export function addLinks<T extends LinkedDelivery>(message: T, links: AcknowledgeLinks, baseUrl: string): T {
  if (listOpenOutages(message.event).length === 0) return message
  const acknowledge = `${baseUrl}/acknowledge/${links.createToken(message)}`
  const data = { ...message.event.data, links: { acknowledge } satisfies EventLinks }
  return { ...message, event: { ...message.event, data } }
}

/** Returns the token in the link of an event, which also is the value of a button; null without a link. */
export const findAcknowledgeToken = ({ data: { links } }: Pick<Event, 'data'>): string | null =>
  links?.acknowledge.split('/').at(-1) ?? null
