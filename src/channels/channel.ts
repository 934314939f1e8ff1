/** A notification channel: the settings of its targets, and how it sends one event. */
import type { Static, TObject } from 'typebox'
import type { Delivery } from '../core/notifications/delivery.ts'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { Issue } from '../core/platform/errors.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import type { Mailer } from './mailer.ts'
import type { Proof, ProvingService } from './services/proof.ts'
import type { AcknowledgeLinks, UnsubscribeLinks } from './signed-links.ts'
import type { VapidKeys } from './web-push/vapid.ts'

export interface SendTools {
  net: ProbeTools
  /** Unix ms. */
  now: () => number
  /** Null when this installation has no mail server. */
  mailer: Mailer | null
  /** Public URL of the service, without a trailing slash. */
  baseUrl: string
  /** Links with which recipients unsubscribe from email they never requested. */
  unsubscribe: UnsubscribeLinks
  /** Links with which recipients acknowledge incidents; absent when they are turned off. */
  acknowledge?: AcknowledgeLinks
  /** Key pair for push messages; absent only in tests that send none. */
  vapid?: VapidKeys
  /** Service whose answers prove that it accepted a message; absent: any 2xx is enough. */
  proving?: ProvingService
  /** Sends a request without the message, to detect whether the receiver is back; absent: sends the message. */
  isInquiry?: true
}

export interface ChannelMessage extends Pick<Delivery, 'id' | 'event' | 'targetId'> {
  /** Id of the first message to this target about the incident; absent for none. */
  threadId?: string | null
}

/** Id of a sent message that began a thread. */
export interface BegunThread {
  threadId: string
}

export interface Channel<Settings extends TObject = TObject> {
  /** Value of `config.service` that selects this format of a webhook; absent for the channels of the API. */
  service?: string
  /** Name for users. */
  title: string
  /** One sentence without a full stop. */
  description: string
  /** Page that explains where users find the settings; null or absent for none. */
  docsUrl?: string | null
  /** Schema of a target's `config`. Fields that the channel can generate are optional. */
  settings: Settings
  /** Fields of `config` that are shown once, when they are created, and masked afterwards. */
  secrets: readonly (keyof Static<Settings> & string)[]
  /** The secret field that this service generates, and its generator; null when users provide all secrets. */
  generatedSecret: { field: keyof Static<Settings> & string; make: () => string } | null
  /** Returns the problem of settings that match the schema; null when there is none. */
  refuse: (settings: Static<Settings>, egress: EgressPolicy) => Issue | null
  /**
   * Returns why this installation cannot send through the channel; null when it can. Absent for channels that are
   * always available.
   *
   * @param settings of a target; absent for the channel in general
   */
  findUnavailableReason?: (tools: Pick<SendTools, 'mailer'>, settings?: Partial<Static<Settings>>) => string | null
  /**
   * Describes the recipient for the notification log, without secrets.
   *
   * @param name name of the target
   */
  describeRecipient: (settings: Static<Settings>, name: string) => string
  /** Proof in an answer that the service accepted the message; null for a channel without HTTP. */
  proof: Proof<Static<Settings>> | null
  /** Whether one message may report several incidents; absent: true. */
  isGrouped?: boolean
  /**
   * Whether it can be a contact method of a user; absent: true. A receiver that selects the recipients itself cannot,
   * because the message would not reach the user.
   */
  canReachPerson?: false
  /** Whether later messages about an incident answer its first message; absent: false. */
  hasThreads?: true
  /**
   * Sends the message, or throws a `ChannelError`. Returns the thread that the message began, if the channel
   * has threads.
   */
  send: (
    message: ChannelMessage,
    settings: Static<Settings>,
    tools: SendTools,
  ) => Promise<BegunThread | null | undefined>
  /** Sends the openings of all open incidents again, for receivers that expect it every minute; absent for the rest. */
  repeat?: (
    messages: readonly Pick<ChannelMessage, 'event'>[],
    settings: Static<Settings>,
    tools: SendTools,
  ) => Promise<void>
}

/** Links the type parameters of the parts of a channel, and applies its proof to each answer. */
export function defineChannel<Settings extends TObject>(channel: Channel<Settings>): Channel<Settings> {
  const { title, proof, send, repeat } = channel
  if (proof === null) return channel
  const withProof = (settings: Static<Settings>, tools: SendTools): SendTools => ({
    ...tools,
    proving: { title, proof: (answer) => proof(answer, settings) },
  })
  return {
    ...channel,
    send: (message, settings, tools) => send(message, settings, withProof(settings, tools)),
    ...(repeat && { repeat: (messages, settings, tools) => repeat(messages, settings, withProof(settings, tools)) }),
  }
}
