/**
 * Presses of buttons in Slack messages: https://docs.slack.dev/reference/interaction-payloads/block_actions-payload.
 * Slack signs each request: https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
import { createHmac } from 'node:crypto'
import { OFFERED_MINUTES } from '../core/incidents/snooze.ts'
import { toOneLine, truncateTo } from '../core/platform/plain-text.ts'
import { MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { isSameText } from './same-text.ts'
import { parseJson } from './services/setting.ts'

export const ACKNOWLEDGE_ACTION = 'acknowledge'
export const toSnoozeAction = (minutes: number): string => `snooze_${minutes}`

/** A request of Slack, not verified. */
export interface SlackRequest {
  /** Headers `x-slack-request-timestamp` and `x-slack-signature`. */
  timestamp: string
  signature: string
  body: Buffer
}

/** Older requests may be replayed. Source: Slack, "Verifying requests from Slack" */
const MAX_AGE_MS = 5 * MINUTE_MS

/** Whether the request has a signature that is not too old. It may be wrong. */
export const isRecent = ({ timestamp, signature }: SlackRequest, now: number): boolean =>
  /^\d{1,12}$/.test(timestamp) &&
  /^v0=[0-9a-f]{64}$/.test(signature) &&
  Math.abs(now - Number(timestamp) * SECOND_MS) <= MAX_AGE_MS

/** Whether Slack signed the request with the signing secret of an app. */
export function isSignedWith(secret: string, { timestamp, signature, body }: SlackRequest): boolean {
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  return isSameText(signature, `v0=${digest}`)
}

export interface SlackAction {
  /** Token of the acknowledge link of the message. */
  token: string
  /** Length of a snooze; null for an acknowledgement. */
  snoozeMinutes: number | null
  /** Name of the user in Slack. */
  userName: string
  /** The message with the button. */
  channelId: string
  messageId: string
}

/** Maximum number of characters of a display name in Slack. */
const NAME_LIMIT = 80

/** @returns null unless the body is a complete press of a button of this service */
export function parseSlackAction(body: Buffer): SlackAction | null {
  const { type, user, channel, container, actions } = parseJson(
    new URLSearchParams(body.toString()).get('payload') ?? '',
  )
  const [{ action_id = null, value = null } = {}] = Array.isArray(actions) ? (actions as Fields[]).map(toFields) : []
  const minutes = OFFERED_MINUTES.find((offered) => toSnoozeAction(offered) === action_id) ?? null
  const { id: userId, username, name = username ?? userId } = toFields(user)
  const { message_ts, channel_id } = toFields(container)
  const { id: channelId = channel_id } = toFields(channel)
  if (type !== 'block_actions' || (action_id !== ACKNOWLEDGE_ACTION && minutes === null)) return null
  if (!isText(value) || !isText(name) || !isText(channelId) || !isText(message_ts)) return null
  const userName = toOneLine(truncateTo(NAME_LIMIT, name))
  return { token: value, snoozeMinutes: minutes, userName, channelId, messageId: message_ts }
}

type Fields = Record<string, unknown>

const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** Tokens, names and ids of Slack are shorter. PostgreSQL accepts no NUL character in a text. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 1_000 && !value.includes('\0')
