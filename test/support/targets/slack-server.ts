/** A server that answers `chat.postMessage` as Slack does. */
import type { Cleanup } from '../database/stores.ts'
import { type SinkAnswer, startSink } from './sink.ts'

export interface SlackPost {
  channel: string
  text: string
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
  const fail = (error: string): SinkAnswer => ({ status: 200, body: JSON.stringify({ ok: false, error }) })
  const sink = await startSink(t, ({ path, headers, body }) => {
    const special = state.next.shift()
    if (special) return special
    if (path !== '/api/chat.postMessage') return fail('unknown_method')
    if (headers.authorization !== 'Bearer xoxb-key') return fail('invalid_auth')
    const post = JSON.parse(body) as SlackPost
    if (post.channel !== 'C1') return fail('channel_not_found')
    // Slack accepts an answer to a deleted message and shows it in the channel
    if (post.thread_ts && state.deleted.has(post.thread_ts)) delete post.thread_ts
    posts.push(post)
    // The answer repeats the message, which may be long
    return { status: 200, body: JSON.stringify({ ok: true, channel: 'C1', message: post, ts: `100.${posts.length}` }) }
  })
  return { url: new URL(sink.url).origin, posts, fail, ...state, received: sink.received }
}
