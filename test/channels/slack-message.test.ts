import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNotice } from '../../src/channels/notice/notice.ts'
import type { Fact, Mood, Notice } from '../../src/channels/notice/notice-types.ts'
import { toSlackMessage } from '../../src/channels/slack-message.ts'
import { createGroupedExample, EXAMPLES } from '../support/api/example-events.ts'

const AT = '2026-01-31T12:00:00.000Z'

const noticeWith = (over: Partial<Notice>): Notice => ({
  title: 'A title',
  mood: 'bad',
  note: '',
  text: '',
  facts: [],
  list: null,
  notes: '',
  runbookUrl: null,
  actions: [],
  link: null,
  ...over,
})

interface Text {
  type: string
  text: string
  verbatim?: boolean
}

interface Block {
  type: string
  text?: Text
  fields?: Text[]
  elements?: Text[]
}

const blocksOf = (notice: Notice) => toSlackMessage(notice, AT).blocks as Block[]

test('the four moods have signs of different shape', () => {
  const moods: Mood[] = ['bad', 'warning', 'good', 'neutral']
  const signs = moods.map((mood) => blocksOf(noticeWith({ mood }))[0]!.text!.text)
  assert.deepEqual(signs, ['🔴 A title', '⚠️ A title', '✅ A title', 'ℹ️ A title'])
})

test('a message has its parts in order, and a plain text for notifications', () => {
  const notice = noticeWith({
    text: 'no answer',
    facts: [['Monitor', 'A & <B>']],
    list: { items: ['one'], total: 4 },
    link: { label: 'Open', url: 'https://w.test/incidents/1' },
    note: 'in place of "On-call"',
    notes: 'Call <!here>',
    runbookUrl: 'https://wiki.test/?a|b&c',
  })
  const { text } = toSlackMessage(notice, AT)
  assert.equal(text, 'A title: no answer')
  const [header, note, why, list, facts, notes, link, runbook, when] = blocksOf(notice)
  assert.deepEqual(
    [header?.type, note?.elements?.[0]?.text, why?.text?.text],
    ['header', 'in place of "On-call"', 'no answer'],
  )
  assert.equal(list?.text?.text, '• one\nand 3 more')
  assert.equal(facts?.fields?.[0]?.text, '*Monitor*\nA &amp; &lt;B&gt;')
  assert.equal(notes?.text?.text, 'Call &lt;!here&gt;')
  assert.equal(runbook?.text?.text, '<https://wiki.test/?a%7Cb&amp;c|Runbook>')
  assert.equal(link?.text?.text, '<https://w.test/incidents/1|Open>')
  assert.equal(
    when?.elements?.[0]?.text,
    'Watchkeeper, <!date^1769860800^{date_short_pretty} {time_secs}|2026-01-31 12:00:00 UTC>',
  )
})

test('user text cannot mention members or add markup', () => {
  const hostile = '<!channel> <@U123> @here #general *b* https://evil.example.test'
  const blocks = blocksOf(
    noticeWith({
      title: hostile,
      text: hostile,
      note: hostile,
      facts: [['Name', hostile]],
      list: { items: [hostile], total: 1 },
    }),
  )
  const [header, ...others] = blocks
  assert.equal(header!.text!.type, 'plain_text')
  for (const text of others
    .slice(0, -1)
    .flatMap(({ text, fields = [], elements = [] }) => [text ?? [], fields, elements].flat())) {
    assert.ok(text.verbatim, text.text)
    assert.doesNotMatch(text.text, /<[!@#]/)
  }
})

/** Source: Slack, the reference of blocks. */
function checkLimits(notice: Notice): void {
  const { text, blocks } = toSlackMessage(notice, AT)
  assert.ok(text.length <= 3_000 && blocks.length <= 50)
  for (const { type, text: own, fields = [], elements = [] } of blocks as Block[]) {
    assert.ok((own?.text.length ?? 0) <= (type === 'header' ? 150 : 3_000), type)
    assert.ok(own === undefined || own.text.length > 0, type)
    assert.ok(fields.length <= 10 && elements.length <= 10, type)
    for (const field of fields) assert.ok(field.text.length <= 2_000, field.text)
  }
}

test('every event respects the limits of Slack', () => {
  const events = [...EXAMPLES.map(({ event }) => event), createGroupedExample('incident.opened', 500)]
  for (const event of events) checkLimits(toNotice(event, 'https://watch.example.test'))
})

test('text over a Slack length limit is cut', () => {
  const facts = Array.from({ length: 25 }, (): Fact => ['Target', '>'.repeat(2_048)])
  const long = noticeWith({
    title: '&'.repeat(255),
    text: '<'.repeat(5_000),
    note: '&'.repeat(5_000),
    facts,
    list: { items: Array.from({ length: 20 }, () => '&'.repeat(250)), total: 500 },
    notes: '&'.repeat(4_000),
    runbookUrl: `https://wiki.test/?${'&'.repeat(2_000)}`,
  })
  checkLimits(long)
  const sent = blocksOf(long).map(({ text }) => text?.text ?? '')
  const notes = sent.filter((text) => /^(?:&amp;)+$/.test(text)).join('')
  assert.equal(notes, '&amp;'.repeat(4_000), 'long notes are split')
  assert.match(toSlackMessage(long, AT).text, /(?:&amp;|&lt;|: )…$/)
})
