/**
 * What Slack says of a message that it does not take. Sources: "Handling errors" of its page on incoming webhooks, and
 * https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks
 */
import type { Meaning } from './http-post.ts'

/** The webhook will not work again, so there is no use in calling it. */
const gone = (words: string): Meaning => ({ words, permanent: true, disableTarget: true })

/** Somebody at Slack may change it; until then nothing gets through. */
const refused = (words: string): Meaning => ({ words, permanent: true })

const NO_WEBHOOK = 'this webhook was removed or switched off in Slack; make another one'
const NO_WORKSPACE = 'the Slack workspace of this webhook is not there any more'
const RESTRICTED = 'an administrator of the Slack workspace does not let webhooks post there'
const BAD_MESSAGE = 'Slack does not understand the message, which is a fault of this service'

const MEANINGS: Record<string, Meaning> = {
  channel_is_archived: gone('the Slack channel is archived; make a webhook for another one'),
  no_service: gone(NO_WEBHOOK),
  no_service_id: gone(NO_WEBHOOK),
  no_active_hooks: gone(NO_WEBHOOK),
  invalid_token: gone('the address of the webhook is wrong or no longer good; copy it from Slack again'),
  no_team: gone(NO_WORKSPACE),
  team_disabled: gone(NO_WORKSPACE),
  channel_not_found: refused('the Slack channel of this webhook does not exist'),
  user_not_found: refused('the Slack user of this webhook does not exist'),
  action_prohibited: refused(RESTRICTED),
  posting_to_general_channel_denied: refused(RESTRICTED),
  invalid_payload: refused(BAD_MESSAGE),
  invalid_blocks: refused(BAD_MESSAGE),
  no_text: refused(BAD_MESSAGE),
  rate_limited: { words: 'Slack takes no more messages for the moment', permanent: false },
  rollup_error: { words: 'something went wrong at Slack', permanent: false },
}

/** @returns null for what is no word of Slack's; others of its words are passed on as they are */
export function slackAnswer(body: string): Meaning | null {
  const word = body.trim()
  if (!/^[a-z_]{1,80}$/.test(word)) return null
  const known = Object.hasOwn(MEANINGS, word) && MEANINGS[word]
  return known ? { ...known, words: `${word}: ${known.words}` } : { words: word }
}
