/** Notification services in the form of a target. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'
import { startSink } from '../../support/targets/sink.ts'

test('a user creates a Discord target, edits it without its secret, and tests it', async (t) => {
  const sink = await startSink(t, ({ path }) =>
    path.includes('thread_id=7')
      ? { status: 200, body: '{"id":"1"}' }
      : { status: 400, body: '{"message":"Unknown thread"}' },
  )
  const { call, visit, page } = await openDashboard(t)
  await page.getByRole('link', { name: 'Notifications' }).first().click()
  await page.getByRole('button', { name: 'New target' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^(New notification|Edit) target$/ })
  await dialog.getByRole('radio', { name: 'Discord' }).check({ force: true })
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Discord')
  assert.match(
    (await dialog.getByRole('link', { name: 'Where to find these values' }).getAttribute('href'))!,
    /^https:\/\/support\.discord\.com\//,
  )
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await page.locator('input:focus[aria-invalid=true]').waitFor()
  await dialog.getByRole('button', { name: 'Create target' }).click()
  await dialog.locator('[data-field-error]').waitFor()
  assert.equal(await dialog.getByLabel('Webhook URL').getAttribute('aria-invalid'), 'true')
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await isTooWide(page), false)
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByLabel('Webhook URL').fill(sink.url)
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('Unknown thread').waitFor()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  assert.ok(stored.includes('discord') && !stored.includes(sink.url), 'the draft has no secret')
  await dialog.getByRole('button', { name: 'Create target' }).click()
  await dialog.waitFor({ state: 'detached' })

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Discord' }) })
  await row
    .getByRole('paragraph')
    .filter({ hasText: /^Discord$/ })
    .waitFor()
  await row.getByRole('button', { name: /Discord/ }).click()
  assert.equal(await page.getByRole('menuitem', { name: 'Rotate signing secret' }).count(), 0)
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  assert.equal(await dialog.getByLabel('Webhook URL').inputValue(), '')
  assert.equal(await dialog.getByLabel('Webhook URL').getAttribute('placeholder'), 'Unchanged if empty')
  await dialog.getByLabel('Thread').fill('7')
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('The receiver accepted the test').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { targets } = await expectData(call('GET', '/api/notification-targets'))
  const config = { service: 'discord', webhook_url: '********', thread_id: '7', is_forum: false }
  assert.deepEqual(targets[0].config, config)
  await row.getByRole('button', { name: 'Send test' }).click()
  await row.getByText('Test delivered').waitFor()
  assert.equal(sink.received.length, 3)
  // The refused test and creation are failed responses, which browsers log to the console
  assert.equal(visit.pageErrors.splice(0).length, 2)
  await leave(visit)
})
