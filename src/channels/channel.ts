/** A way of telling: what it needs to know of a target, and how it sends one event there. */
import type { Static, TObject } from 'typebox'
import type { Delivery } from '../core/notifications/delivery.ts'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { Issue } from '../core/platform/errors.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import type { Mailer } from './mailer.ts'
import type { UnsubscribeLinks } from './unsubscribe-link.ts'

export interface SendTools {
  net: ProbeTools
  /** Unix ms. */
  now: () => number
  /** Null when this installation has no mail server. */
  mailer: Mailer | null
  /** Where people reach the service, without a slash at the end. */
  baseUrl: string
  /** By which whoever never asked for mail ends it. */
  unsubscribe: UnsubscribeLinks
}

export type ChannelMessage = Pick<Delivery, 'id' | 'event' | 'targetId'>

export interface Channel<Settings extends TObject = TObject> {
  /** Of a target's `config`. What the channel can make up itself is optional. */
  settings: Settings
  /** Fields of `config` that are shown once, when they are made, and masked from then on. */
  secrets: readonly (keyof Static<Settings> & string)[]
  /** The field among them that this service makes up, and how; null when people bring it. */
  generatedSecret: { field: keyof Static<Settings> & string; make: () => string } | null
  /** What is wrong with settings that fit the schema; null when nothing is. */
  refuse: (settings: Static<Settings>, egress: EgressPolicy) => Issue | null
  /** Why this installation cannot send by it; null when it can, as it always can where this is absent. */
  findUnavailableReason?: (tools: Pick<SendTools, 'mailer'>) => string | null
  /**
   * Where it goes, in words for the notification log: nothing secret.
   *
   * @param name of the target
   */
  describeRecipient: (settings: Static<Settings>, name: string) => string
  /** Tells it, or throws a `ChannelError`; within 10 s either way. */
  send: (message: ChannelMessage, settings: Static<Settings>, tools: SendTools) => Promise<void>
}

/** Checks the parts of a channel against each other. */
export const defineChannel = <Settings extends TObject>(channel: Channel<Settings>): Channel<Settings> => channel
