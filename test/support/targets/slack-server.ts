/** A server that answers `chat.postMessage` and `chat.update` as Slack does, and presses the buttons of its messages. */
import { createHmac } from 'node:crypto'
import type { Cleanup } from '../database/stores.ts'
import { type SinkAnswer, startSink } from './sink.ts'

interface SlackBlock {
  type: string
  text?: { text: string }
  elements?: { type: string; action_id: string; text: { text: string }; value: string }[]
}

export interface SlackPost {
  channel: string
  text: string
  blocks: SlackBlock[]
  /** Present in a change of a message. */
  ts?: string
  thread_ts?: string
  reply_broadcast?: boolean
}

interface SlackState {
  /** Ids of deleted messages, which have no threads. */
  deleted: Set<string>
  /** Answers that replace the usual ones. */
  next: SinkAnswer[]
}

export async function startSlack(t: Cleanup) {
  const state: SlackState = { deleted: new Set(), next: [] }
  const posts: SlackPost[] = []
  const updates: SlackPost[] = []
  const fail = (error: string): SinkAnswer => ({ status: 200, body: JSON.stringify({ ok: false, error }) })
  const sink = await startSink(t, ({ path, headers, body }) => {
    const special = state.next.shift()
    if (special) return special
    if (path !== '/api/chat.postMessage' && path !== '/api/chat.update') return fail('unknown_method')
    if (headers.authorization !== 'Bearer xoxb-key') return fail('invalid_auth')
    const post = JSON.parse(body) as SlackPost
    if (post.channel !== 'C1') return fail('channel_not_found')
    if (path === '/api/chat.update') {
      if (!post.ts || state.deleted.has(post.ts)) return fail('message_not_found')
      updates.push(post)
      return { status: 200, body: JSON.stringify({ ok: true, channel: 'C1', ts: post.ts, message: post }) }
    }
    // Slack accepts an answer to a deleted message and shows it in the channel
    if (post.thread_ts && state.deleted.has(post.thread_ts)) delete post.thread_ts
    posts.push(post)
    // The answer repeats the message, which may be long
    return { status: 200, body: JSON.stringify({ ok: true, channel: 'C1', message: post, ts: `100.${posts.length}` }) }
  })
  return { url: new URL(sink.url).origin, posts, updates, fail, ...state, received: sink.received }
}

/** Buttons of a message by action id, with their labels and values. */
export const listButtons = ({ blocks }: SlackPost): Map<string, { label: string; value: string }> =>
  new Map(
    blocks
      .filter(({ type }) => type === 'actions')
      .flatMap(({ elements = [] }) => elements)
      .map(({ action_id, text, value }) => [action_id, { label: text.text, value }]),
  )

/** The body that Slack sends when a user presses a button. */
export const createPress = (action_id: string, value: string, over: object = {}): string =>
  new URLSearchParams({
    payload: JSON.stringify({
      type: 'block_actions',
      user: { id: 'U1', username: 'ann', name: 'ann', team_id: 'T1' },
      api_app_id: 'A1',
      token: 'deprecated',
      container: { type: 'message', message_ts: '100.1', channel_id: 'C1', is_ephemeral: false },
      channel: { id: 'C1', name: 'ops' },
      message: { type: 'message', ts: '100.1', text: 'Down: Shop' },
      response_url: 'https://hooks.slack.com/actions/T1/1/x',
      actions: [{ action_id, block_id: 'b', type: 'button', value, action_ts: '1.0' }],
      ...over,
    }),
  }).toString()

/** Headers of a request, signed with the secret of an app. Source: Slack, "Verifying requests from Slack" */
export function signAsSlack(secret: string, body: string, at: number): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${signature}`,
  }
}
