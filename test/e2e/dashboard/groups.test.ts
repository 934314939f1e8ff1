/** Groups with a condition: the tree follows their status, with a history and uptime, and a status page shows them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'

test('the tree of groups follows the status of a group, and shows its history and uptime', async (t) => {
  const { call, visit, page, url } = await openDashboard(t)
  const { id: groupId } = await expectData(call('POST', '/api/groups', { name: 'Shop', condition: { mode: 'all' } }))
  const job = { name: 'Backup', type: 'HEARTBEAT', heartbeat_config: { expected_interval_seconds: 3600 } }
  const { monitor } = await expectData(call('POST', '/api/monitors', { ...job, group_id: groupId }))
  const ping = (path = '') => fetch(`${url}/ping/${monitor.heartbeat_token}${path}`, { method: 'POST' })
  await page.goto('/groups')
  const row = page.getByRole('row', { name: /Shop/ })
  // Another cell counts the monitors of the group by state
  const status = row.getByRole('gridcell').first()
  await status.getByText('Unknown').waitFor()
  await ping()
  await status.getByText('Up', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Actions for Shop' }).click()
  await page.getByRole('menuitem', { name: 'Status and uptime' }).click()
  const dialog = page.getByRole('dialog', { name: 'Shop' })
  await dialog.getByText('1 of 1 member is up').waitFor()
  await ping('/fail')
  await dialog.getByText('0 of 1 member is up, expected all: Backup is down').waitFor()
  assert.equal(await dialog.getByText(/^Uptime, /).count(), 3)
  assert.deepEqual(await findAccessibilityViolations(page), [])
  assert.equal(await isTooWide(page), false)
  await page.keyboard.press('Escape')
  await status.getByText('Down', { exact: true }).waitFor()

  await row.getByRole('button', { name: 'Actions for Shop' }).click()
  await page.getByRole('menuitem', { name: 'Edit group' }).click()
  const form = page.getByRole('dialog')
  assert.equal(await form.getByLabel('Members that must be up').inputValue(), 'all')
  await form.getByLabel('Description').fill('Everything that sells')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  assert.deepEqual((await expectData(call('GET', `/api/groups/${groupId}`))).condition, { mode: 'all' })
  await leave(visit)
})
