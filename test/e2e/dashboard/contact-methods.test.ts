/** Contact methods on the page of the account. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'
import { startSink } from '../../support/targets/sink.ts'

test('a user adds, tests, edits and deletes a contact method', async (t) => {
  const sink = await startSink(t, () => ({ status: 200, body: '{"id":"1"}' }))
  const { call, visit, page } = await openDashboard(t)
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Account email' }).waitFor()
  await page.getByRole('button', { name: 'Add contact method' }).click()
  const dialog = page.getByRole('dialog', { name: /contact method$/ })
  await dialog.getByRole('radio', { name: 'Discord' }).check({ force: true })
  for (const name of ['PagerDuty', 'Alertmanager'])
    assert.equal(await dialog.getByRole('radio', { name, exact: true }).count(), 0, name)
  await dialog.getByRole('checkbox', { name: 'Quiet hours' }).check()
  await dialog.getByLabel('Held messages').selectOption('critical_only')
  await dialog.getByLabel('Delay in minutes').fill('2000')
  await dialog.getByLabel('Webhook URL').fill(sink.url)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.locator('[data-field-error]').waitFor()
  assert.equal(await dialog.getByLabel('Delay in minutes').getAttribute('aria-invalid'), 'true')
  await dialog.getByLabel('Delay in minutes').fill('15')
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.setViewportSize({ width: 360, height: 740 })
  assert.equal(await isTooWide(page), false)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1280, height: 900 })
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Discord' }) })
  await row.getByText('Used after 15\u00a0min').waitFor()
  await row.getByRole('button', { name: 'Send test' }).click()
  await row.getByText('Test delivered').waitFor()
  assert.equal(sink.received.length, 1)

  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `More actions: ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Discord', 'Edit')
  await dialog.getByLabel('Delay in minutes').fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const read = async () => (await expectData(call('GET', '/api/auth/contact-methods'))).contact_methods
  const discord = (await read()).find(({ name }: { name: string }) => name === 'Discord')
  assert.deepEqual([discord.delay_minutes, discord.config.service], [0, 'discord'])
  assert.equal(discord.quiet_hours.mode, 'critical_only')
  await choose('Discord', 'Edit')
  await dialog.getByRole('checkbox', { name: 'Quiet hours' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await read()).find(({ name }: { name: string }) => name === 'Discord').quiet_hours, null)
  await choose('Account email', 'Disable')
  await page.getByText('Account email disabled').waitFor()
  await choose('Discord', 'Delete')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.getByText('At least one contact method stays enabled').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await choose('Account email', 'Enable')
  await page.getByText('Account email enabled').waitFor()
  await choose('Discord', 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Discord deleted').waitFor()
  assert.equal((await read()).length, 1)
  // The refused creation and the refused deletion are failed responses, which browsers log to the console
  assert.equal(visit.pageErrors.splice(0).length, 2)
  await leave(visit)
})
