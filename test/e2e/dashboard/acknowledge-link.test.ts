/** The acknowledge link of an alert in the browser of a phone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClient, expectData } from '../../support/api/client.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { findAccessibilityViolations, isTooWide, openBrowser, openPage } from '../../support/programs/browser.ts'
import { startProgram } from '../../support/programs/program.ts'
import { startSink } from '../../support/targets/sink.ts'
import { waitUntil } from '../../support/time/until.ts'

const ALICE = { name: 'Alice', email: 'alice@example.test', password: 'a lighthouse at night' }

test('a recipient snoozes and acknowledges an incident with the link of its alert and without an account', async (t) => {
  const sink = await startSink(t)
  const env = { WK_DATA_DIR: createTestFolder(t), WK_LOCAL_PROBE: 'off', WK_EGRESS_ALLOW: '127.0.0.0/8' }
  const { url } = await startProgram(t, { env })
  const { access_token: token } = await expectData(createTestClient(url)('POST', '/api/auth/register', ALICE))
  const call = createTestClient(url, { authorization: `Bearer ${token}` })
  const target = { name: 'On-call phone', channel: 'webhook', config: { url: sink.url }, is_default: true }
  await expectData(call('POST', '/api/notification-targets', target))
  const report = { title: 'Shop does not answer', severity: 'critical', type: 'timeout', error_message: 'no answer' }
  const { incident } = await expectData(call('POST', '/api/incidents', report))
  await waitUntil(() => sink.received.length > 0, 'the alert')
  const { acknowledge } = sink.received[0]!.event.data.links!

  for (const theme of ['light', 'dark'] as const) {
    const { page } = await openPage(await openBrowser(t), url, { width: 360, height: 640, theme })
    await page.goto(acknowledge)
    await page.getByRole('heading', { name: 'Acknowledge this incident?' }).waitFor()
    assert.deepEqual([await findAccessibilityViolations(page), await isTooWide(page)], [[], false])
    if (theme === 'light') {
      await page.getByRole('button', { name: 'Snooze for 1 h' }).click()
      await page.getByRole('heading', { name: 'Snoozed for 1 h' }).waitFor()
      continue
    }
    await page.getByText('snoozed via the notification target "On-call phone"').waitFor()
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByRole('heading', { name: 'Acknowledged', exact: true }).waitFor()
  }
  const after = (await expectData(call('GET', `/api/incidents/${incident.id}`))).incident
  assert.deepEqual([after.status, after.acknowledged_via], ['acknowledged', 'On-call phone'])
})
