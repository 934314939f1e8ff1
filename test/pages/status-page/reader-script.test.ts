import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { formatUptime } from '../../../src/pages/labels.ts'
import { READER_SCRIPT, READER_SCRIPT_HASH } from '../../../src/pages/reader-script.ts'
import { renderStatus } from '../../../src/pages/status-page/status-html.ts'
import { STATUS } from './status-page-document.ts'

const LINKS = { canonical: null, history: null, atom: null, rss: null, calendar: null, subscribe: null }

test('the policy of a status page allows its one script by hash, and nothing else', async () => {
  const { body, headers } = await renderStatus(STATUS, LINKS)
  const policy = headers!['content-security-policy']!
  const [, source] = /<script type="module">([\s\S]*?)<\/script>/.exec(String(body))!
  assert.equal(READER_SCRIPT_HASH, `'sha256-${createHash('sha256').update(source!).digest('base64')}'`)
  assert.deepEqual(policy.match(/script-src [^;]*/g), [`script-src ${READER_SCRIPT_HASH}`])
  assert.match(policy, /^default-src 'none'/)
  assert.equal(String(body).match(/<script/g)!.length, 1)
  assert.doesNotMatch(READER_SCRIPT.text, /fetch|XMLHttpRequest|cookie|localStorage|innerHTML/)
})

test('the uptime names its first day until all days are measured', () => {
  const component = STATUS.sections[0]!.components[0]!
  const start = Date.UTC(2026, 10, 26)
  const days = Array.from({ length: 30 }, (_, index) => ({
    ...component.days[0]!,
    startsAt: start + index * DAY_MS,
    status: index < 2 ? ('no_data' as const) : ('operational' as const),
  }))
  assert.equal(formatUptime({ ...component, uptimePercentage: 99.99, days }), '99.99% uptime since 28 Nov')
  assert.equal(formatUptime({ ...component, uptimePercentage: 99.99, days: days.slice(2) }), '99.99% uptime in 28 days')
  assert.equal(formatUptime({ ...component, uptimePercentage: null, days }), 'No data')
})
