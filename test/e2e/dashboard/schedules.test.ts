/** The editor of on-call schedules, and the calendar feed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'

test('a user creates, edits and deletes an on-call schedule with a calendar feed', async (t) => {
  const { call, visit, page } = await openDashboard(t)
  await page.getByRole('link', { name: 'On-call' }).first().click()
  await page.getByRole('button', { name: 'New schedule' }).click()
  const dialog = page.getByRole('dialog')
  const layer = dialog.getByRole('group', { name: 'Layer 1' })
  await dialog.getByLabel('Name', { exact: true }).fill('Platform')
  await layer.getByLabel('Weeks per turn').fill('40')
  await dialog.getByRole('button', { name: 'Create schedule' }).click()
  await layer.locator('[data-field-error]').waitFor()
  await dialog.getByText('The shifts appear here when all fields are valid.').waitFor()
  await layer.getByLabel('Weeks per turn').fill('2')
  await layer.getByLabel('Handover day').selectOption('Tuesday')
  await layer.getByLabel('First day').fill('2026-01-06')
  await layer.getByText('Restrictions').click()
  await layer.getByRole('button', { name: 'Add period' }).click()
  await layer.getByRole('group', { name: 'Period 1' }).getByLabel('Repeats').selectOption('Every week')
  await dialog.getByRole('region', { name: 'Shifts of the next two weeks' }).getByText('Alice').first().waitFor()
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.setViewportSize({ width: 360, height: 740 })
  assert.equal(await isTooWide(page), false)
  await dialog.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByRole('region', { name: 'Shifts of Platform' }).waitFor()
  const read = async () => (await expectData(call('GET', '/api/on-call-schedules'))).on_call_schedules[0]
  const { layers, has_feed: hasFeed } = await read()
  assert.equal(hasFeed, false)
  assert.deepEqual(
    [layers[0].shift_length, layers[0].handover_weekday, layers[0].starts_on],
    [2, 'tuesday', '2026-01-06'],
  )
  assert.deepEqual(layers[0].restrictions, [
    { from: '22:00', to: '06:00', from_weekday: 'friday', to_weekday: 'monday' },
  ])

  const choose = async (item: string) => {
    await page.getByRole('button', { name: /: Platform$/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Edit')
  await layer.getByRole('button', { name: 'Remove Member 1' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('region', { name: 'Shifts of Platform' }).getByText('No user is on call for').waitFor()
  await choose('Calendar feed')
  await dialog.getByRole('button', { name: 'Create feed' }).click()
  const url = await dialog.getByLabel('URL of the calendar feed').inputValue()
  assert.equal((await page.request.get(new URL(url).pathname)).status(), 200)
  assert.equal((await read()).has_feed, true)
  await dialog.getByRole('button', { name: 'Revoke feed' }).click()
  await page.getByText('Calendar feed revoked').waitFor()
  assert.equal((await read()).has_feed, false)
  await choose('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No on-call schedules').waitFor()
  // The refused creation and previews are failed responses, which browsers log to the console
  assert.ok(visit.pageErrors.splice(0).every((error) => error.includes('400')))
  await leave(visit)
})
