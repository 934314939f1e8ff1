import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelError } from '../../../src/channels/channel-error.ts'
import type { Cleanup } from '../../support/database/stores.ts'
import { listSettings, sendToService } from '../../support/targets/services.ts'
import { type SinkAnswer, startSink } from '../../support/targets/sink.ts'

async function refuse(t: Cleanup, service: string, answer: SinkAnswer): Promise<unknown> {
  const sink = await startSink(t, () => answer)
  return sendToService(t, service, listSettings(sink.url.replace('/hook', ''))[service]!)
}

/** Answers that these services document. */
const REFUSALS: [
  service: string,
  answer: { status: number; headers?: Record<string, string>; body?: string },
  expected: Partial<Pick<ChannelError, 'permanent' | 'disableTarget' | 'retryAfterMs' | 'message'>>,
][] = [
  [
    'discord',
    { status: 429, body: '{"message":"You are being rate limited.","retry_after":64.57,"global":false}' },
    { permanent: false, retryAfterMs: 64_570 },
  ],
  ['discord', { status: 429, headers: { 'retry-after': '3' } }, { permanent: false, retryAfterMs: 3_000 }],
  [
    'discord',
    { status: 404, body: '{"message":"Unknown Webhook","code":10015}' },
    {
      permanent: true,
      disableTarget: true,
      message: 'the receiver answered 404: the webhook was deleted in Discord; create a new one',
    },
  ],
  ['discord', { status: 400, body: '{"message":"Invalid Form Body","co' }, { permanent: true, disableTarget: false }],
  [
    'telegram',
    {
      status: 429,
      body: '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":5}}',
    },
    { permanent: false, retryAfterMs: 5_000 },
  ],
  [
    'telegram',
    {
      status: 403,
      body: '{"ok":false,"error_code":403,"description":"Forbidden: bot was kicked from the group chat"}',
    },
    { permanent: true, disableTarget: true },
  ],
  [
    'telegram',
    { status: 400, body: '{"ok":false,"description":"Bad Request: chat not found"}' },
    { permanent: true, disableTarget: false },
  ],
  [
    'matrix',
    { status: 429, body: '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2000}' },
    { permanent: false, retryAfterMs: 2_000 },
  ],
  [
    'matrix',
    { status: 401, body: '{"errcode":"M_UNKNOWN_TOKEN","error":"Invalid"}' },
    { permanent: true, disableTarget: true },
  ],
  [
    'matrix',
    { status: 403, body: '{"errcode":"M_FORBIDDEN","error":"not in the room"}' },
    { permanent: true, disableTarget: false },
  ],
  [
    'microsoft_teams',
    { status: 404, body: '{"error":{"code":"WorkflowNotFound","message":"gone"}}' },
    { permanent: true, disableTarget: true },
  ],
  ['microsoft_teams', { status: 429 }, { permanent: false }],
  [
    'google_chat',
    { status: 400, body: '{"error":{"code":400,"message":"Invalid JSON"}}' },
    { permanent: true, message: 'the receiver answered 400: Invalid JSON' },
  ],
  [
    'ntfy',
    { status: 403, body: '{"code":40301,"http":403,"error":"forbidden"}' },
    { permanent: true, message: 'the receiver answered 403: forbidden' },
  ],
  [
    'gotify',
    { status: 401, body: '{"errorDescription":"you need to provide a valid token"}' },
    { permanent: true, disableTarget: false },
  ],
  ['pushover', { status: 429, body: '{"status":0}' }, { permanent: true }],
  [
    'pushover',
    { status: 400, body: '{"errors":["user identifier is invalid"],"status":0}' },
    { permanent: true, message: 'the receiver answered 400: user identifier is invalid' },
  ],
  [
    'pagerduty',
    {
      status: 400,
      body: '{"status":"invalid event","message":"Event object is invalid","errors":["Length of \'routing_key\' is incorrect"]}',
    },
    {
      permanent: true,
      message: "the receiver answered 400: Event object is invalid: Length of 'routing_key' is incorrect",
    },
  ],
  ['pagerduty', { status: 429 }, { permanent: false }],
  [
    'alertmanager',
    { status: 400, body: '"invalid label set"' },
    { permanent: true, message: 'the receiver answered 400: invalid label set' },
  ],
  [
    'apprise',
    { status: 204 },
    { permanent: true, message: 'the receiver answered 204: Apprise API has no configuration with this key' },
  ],
  ['apprise', { status: 424, body: '{"error":"One or more notification could not be sent."}' }, { permanent: false }],
  [
    'mattermost',
    { status: 404, body: '{"message":"Invalid webhook."}' },
    { permanent: true, message: 'the receiver answered 404: Invalid webhook.' },
  ],
  ['rocket_chat', { status: 400, body: '{"success":false,"error":"Invalid integration id"}' }, { permanent: true }],
  ['custom', { status: 410 }, { permanent: true, disableTarget: true }],
]
for (const [service, answer, expected] of REFUSALS)
  test(`${service} interprets ${answer.status} ${answer.body?.slice(0, 30) ?? ''}`, async (t) => {
    const error: unknown = await refuse(t, service, answer).then(
      () => null,
      (thrown) => thrown,
    )
    assert.ok(error instanceof ChannelError, String(error))
    const { permanent, disableTarget, retryAfterMs, message } = error
    assert.partialDeepStrictEqual({ permanent, disableTarget, retryAfterMs, message }, expected)
  })
