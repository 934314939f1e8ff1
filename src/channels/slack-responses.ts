/**
 * Slack's errors for rejected messages. Sources: "Handling errors" of its page on incoming webhooks, and
 * https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks
 */
import type { ResponseMeaning } from './http-send.ts'
import { parseJson } from './services/setting.ts'

/** The webhook is permanently removed, so further calls are useless. */
const toGone = (message: string): ResponseMeaning => ({ message, permanent: true, disableTarget: true })

/** A Slack admin may change this; until then no message is accepted. */
const toRefused = (message: string): ResponseMeaning => ({ message, permanent: true })

const NO_WEBHOOK = 'this webhook was removed or disabled in Slack; create a new one'
const NO_WORKSPACE = 'the Slack workspace of this webhook no longer exists'
const RESTRICTED = 'an admin of the Slack workspace does not allow webhooks to post there'
const BAD_MESSAGE = 'Slack rejected the message format, which is a bug in Watchkeeper'

const MEANINGS: Record<string, ResponseMeaning> = {
  channel_is_archived: toGone('the Slack channel is archived; create a webhook for another channel'),
  no_service: toGone(NO_WEBHOOK),
  no_service_id: toGone(NO_WEBHOOK),
  no_active_hooks: toGone(NO_WEBHOOK),
  invalid_token: toGone('the webhook URL is wrong or no longer valid; copy it from Slack again'),
  no_team: toGone(NO_WORKSPACE),
  team_disabled: toGone(NO_WORKSPACE),
  channel_not_found: toRefused('the Slack channel of this webhook does not exist'),
  user_not_found: toRefused('the Slack user of this webhook does not exist'),
  action_prohibited: toRefused(RESTRICTED),
  posting_to_general_channel_denied: toRefused(RESTRICTED),
  invalid_payload: toRefused(BAD_MESSAGE),
  invalid_blocks: toRefused(BAD_MESSAGE),
  no_text: toRefused(BAD_MESSAGE),
  rate_limited: { message: 'Slack is rate limiting messages', permanent: false },
  rollup_error: { message: 'Slack had an internal error', permanent: false },
}

/** @returns null for a text that is no error code of Slack; unknown codes of a refusal are passed on unchanged */
export function findSlackMeaning(body: string, status: number): ResponseMeaning | null {
  const code = body.trim()
  if (!/^[a-z_]{1,80}$/.test(code)) return null
  const known = Object.hasOwn(MEANINGS, code) && MEANINGS[code]
  if (!known && status < 300) return null
  return known ? { ...known, message: `${code}: ${known.message}` } : { message: code }
}

const NO_TOKEN = 'the bot token is not valid; copy it again from the settings of the Slack app'
const BAD_TOKEN = 'the bot token is not valid, or Slack refuses the address of this server; check both'
const NO_ACCESS = 'the bot cannot post there; check the id of the channel and add the bot to it'
const RESTRICTED_BOT = 'an admin of the Slack workspace does not allow the bot to post there'
const LIMITED: ResponseMeaning = { message: 'Slack is rate limiting messages', permanent: false }
const MIGRATING: ResponseMeaning = { message: 'the Slack workspace is migrated', permanent: false }
const BROKEN: ResponseMeaning = { message: 'Slack had an internal error', permanent: false }

/**
 * Errors of `chat.postMessage` and `chat.update`. Sources: https://docs.slack.dev/reference/methods/chat.postMessage#errors,
 * https://docs.slack.dev/reference/methods/chat.update#errors
 */
const BOT_MEANINGS: Record<string, ResponseMeaning> = {
  invalid_auth: toGone(BAD_TOKEN),
  not_authed: toGone(NO_TOKEN),
  token_revoked: toGone(NO_TOKEN),
  token_expired: toGone(NO_TOKEN),
  account_inactive: toGone('the bot or its Slack workspace was deleted'),
  team_access_not_granted: toRefused(RESTRICTED_BOT),
  access_denied: toRefused(RESTRICTED_BOT),
  ekm_access_denied: toRefused(RESTRICTED_BOT),
  enterprise_is_restricted: toRefused(RESTRICTED_BOT),
  accesslimited: toRefused('the Slack workspace refuses the network of this server'),
  not_allowed_token_type: toRefused('this is no bot token; copy the bot token, which begins with xoxb-'),
  missing_scope: toRefused('the Slack app lacks the scope chat:write; add it and install the app again'),
  channel_not_found: toRefused(NO_ACCESS),
  not_in_channel: toRefused(NO_ACCESS),
  is_archived: toRefused('the Slack channel is archived; choose another channel'),
  no_permission: toRefused(NO_ACCESS),
  restricted_action: toRefused(RESTRICTED_BOT),
  restricted_action_read_only_channel: toRefused(RESTRICTED_BOT),
  restricted_action_thread_only_channel: toRefused('the Slack channel accepts only answers; choose another channel'),
  invalid_arguments: toRefused(BAD_MESSAGE),
  invalid_blocks: toRefused(BAD_MESSAGE),
  invalid_blocks_format: toRefused(BAD_MESSAGE),
  msg_blocks_too_long: toRefused(BAD_MESSAGE),
  msg_too_long: toRefused(BAD_MESSAGE),
  no_text: toRefused(BAD_MESSAGE),
  ratelimited: LIMITED,
  rate_limited: LIMITED,
  message_limit_exceeded: LIMITED,
  org_login_required: MIGRATING,
  team_added_to_org: MIGRATING,
  external_channel_migrating: MIGRATING,
  internal_error: BROKEN,
  update_failed: BROKEN,
  fatal_error: BROKEN,
  service_unavailable: { message: 'Slack is unavailable', permanent: false },
  request_timeout: { message: 'Slack did not receive the whole message', permanent: false },
}

/**
 * Slack answers errors with the status 200, so the body decides. An unknown code is not retried.
 *
 * @returns null for an accepted message, or for a body that is no answer of Slack
 */
export function findBotMeaning(body: string): ResponseMeaning | null {
  const { ok, error } = parseJson(body)
  if (ok !== false) return null
  const code = typeof error === 'string' && /^[a-z_]{1,80}$/.test(error) ? error : 'unknown_error'
  const known = Object.hasOwn(BOT_MEANINGS, code) && BOT_MEANINGS[code]
  return known ? { ...known, message: `${code}: ${known.message}` } : { message: code, permanent: true }
}
