/** Variables in the settings of a project, and their references in the form of a monitor. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'

test('a user creates, uses, renames and deletes a variable', async (t) => {
  const { call, visit, page } = await openDashboard(t)
  const { monitor } = await expectData(
    call('POST', '/api/monitors', { name: 'Shop', type: 'HTTP', target: 'https://shop.example.com/' }),
  )
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Variables' }).click()
  await page.getByText('No variables yet').waitFor()

  await page.getByRole('button', { name: 'New variable' }).click()
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')
  await dialog.getByLabel('Name').fill('2nd token')
  await dialog.getByLabel('Value').fill('hunter2')
  assert.ok(await dialog.getByLabel('Secret').isChecked(), 'a new variable is a secret by default')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.locator('[data-field-error]').waitFor()
  await dialog.getByLabel('Name').fill('token')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row', { name: '{{token}}' })
  await row.waitFor()
  assert.ok(!(await page.content()).includes('hunter2'))

  await page.goto(`/monitors/${monitor.id}/edit`)
  await page.getByText('{{name}} inserts a variable of the project').first().waitFor({ state: 'attached' })
  await expectData(call('PUT', `/api/monitors/${monitor.id}`, { headers: { Authorization: 'Bearer {{token}}' } }))
  await page.goto('/settings/variables')
  await row.getByRole('button', { name: 'Delete token' }).click()
  await question.getByText('1 monitor refers to this variable').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.getByText('Shop').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Edit token' }).click()
  await dialog.getByLabel('Name').fill('api_token')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: '{{api_token}}' }).waitFor()
  const { headers } = (await expectData(call('GET', `/api/monitors/${monitor.id}`))).monitor
  assert.equal(headers.Authorization, 'Bearer {{api_token}}')
  await page.reload() // without the messages of the changes
  await page.getByRole('row', { name: '{{api_token}}' }).waitFor()
  assert.deepEqual(await findAccessibilityViolations(page), [])

  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await isTooWide(page), false)
  await page.getByRole('button', { name: 'Edit api_token' }).click()
  await dialog.waitFor()
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expectData(call('PUT', `/api/monitors/${monitor.id}`, { headers: {} }))
  await page.reload()
  await page.getByRole('button', { name: 'Delete api_token' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No variables yet').waitFor()
  // The refused name and the refused deletion are failed responses, which browsers log to the console
  assert.equal(visit.pageErrors.splice(0).length, 2)
  await leave(visit)
})
