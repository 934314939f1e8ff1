/** Events and quiet hours in the form of a notification target. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'

test('a user limits the events of a target and sets its quiet hours', async (t) => {
  const { call, visit, page } = await openDashboard(t)
  await page.getByRole('link', { name: 'Notifications' }).first().click()
  await page.getByRole('button', { name: 'New target' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New notification target' })
  await dialog
    .getByRole('radio', { name: /Webhook/ })
    .first()
    .check({ force: true })
  await dialog.getByLabel('URL', { exact: true }).fill('https://ops.example.test/hook')
  const events = dialog.getByRole('group', { name: 'Events' }).getByRole('checkbox')
  assert.equal(await events.count(), 9)
  for (const box of await events.all()) await box.uncheck()
  await dialog.getByRole('button', { name: 'Create target' }).click()
  await dialog.locator('[data-field-error]').filter({ hasText: 'at least one event' }).waitFor()
  for (const name of ['Down', 'Recoveries']) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('checkbox', { name: 'Quiet hours' }).check()
  await dialog.getByLabel('From').fill('21:30')
  await dialog.getByRole('button', { name: 'Add hours' }).click()
  await dialog.getByLabel('First day').nth(1).selectOption('friday')
  await dialog.getByLabel('Last day').selectOption('monday')
  await dialog.getByLabel('Held messages').selectOption('critical_only')
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await isTooWide(page), false)
  await dialog.getByRole('button', { name: 'Create target' }).click()
  await page.getByRole('dialog', { name: 'New notification target' }).waitFor({ state: 'detached' })
  const { targets } = await expectData(call('GET', '/api/notification-targets'))
  assert.deepEqual(targets[0].events, ['down', 'recovered'])
  assert.equal(targets[0].quiet_hours.mode, 'critical_only')
  assert.deepEqual(targets[0].quiet_hours.restrictions, [
    { from: '21:30', to: '07:00', from_weekday: null, to_weekday: null },
    { from: '22:00', to: '07:00', from_weekday: 'friday', to_weekday: 'monday' },
  ])
  // The refused creation is a failed response, which browsers log to the console
  assert.equal(visit.pageErrors.splice(0).length, 1)
  await leave(visit)
})
