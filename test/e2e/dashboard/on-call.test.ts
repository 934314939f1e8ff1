/** The on-call screen: shifts of a week, the user on call, and overrides. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'

test('a user sees who is on call, and adds and deletes an override', async (t) => {
  const { call, visit, page } = await openDashboard(t)
  await page.getByRole('link', { name: 'On-call' }).first().click()
  await page.getByText('No on-call schedules').waitFor()

  const schedule = { name: 'Platform', timezone: 'Europe/Berlin', layers: [] }
  await expectData(call('POST', '/api/on-call-schedules', schedule))
  await page.goto('/on-call')
  await page.getByText('No user is on call', { exact: true }).waitFor()
  await page.getByText('No user is on call for').waitFor()

  await page.getByRole('button', { name: 'Add override to Platform' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('End').fill('2020-01-01T00:00')
  await dialog.getByRole('button', { name: 'Add override' }).click()
  await dialog.locator('[data-field-error]').waitFor()
  await dialog.getByLabel('End').fill('2036-01-01T00:00')
  await dialog.getByLabel('Start').fill('2035-12-31T00:00')
  await dialog.getByRole('button', { name: 'Add override' }).click()
  await page.getByText('Override added').waitFor()
  const { id } = (await expectData(call('GET', '/api/on-call-schedules'))).on_call_schedules[0]
  const [start, end] = [Date.now() - 60_000, Date.now() + 3_600_000].map((at) => new Date(at).toISOString())
  const me = (await expectData(call('GET', '/api/auth/me'))).user
  const body = { user_id: me.id, starts_at: start, ends_at: end }
  await expectData(call('POST', `/api/on-call-schedules/${id}/overrides`, body))
  await page.goto('/on-call')
  await page.getByText('You are on call until').waitFor()
  await page.getByRole('region', { name: 'Shifts of Platform' }).getByText('As a list').click()
  await page.getByRole('row', { name: 'Alice' }).waitFor()
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.setViewportSize({ width: 360, height: 740 })
  assert.equal(await isTooWide(page), false)

  await page.getByRole('button', { name: 'Delete the override of Alice' }).last().click()
  await page.getByText('Override deleted').waitFor()
  await page.getByText('No user is on call', { exact: true }).waitFor()
  // The refused override is a failed response, which browsers log to the console
  assert.equal(visit.pageErrors.splice(0).length, 1)
  await leave(visit)
})
