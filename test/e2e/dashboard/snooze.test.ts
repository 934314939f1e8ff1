/** Snoozing incidents in the dashboard. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { isTooWide } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'

test('a user snoozes incidents, and the page shows the end until the user ends the snooze', {
  timeout: 180_000,
}, async (t) => {
  const { page, call } = await openDashboard(t)
  const report = { severity: 'critical', type: 'timeout', error_message: 'no answer' }
  const { incident } = await expectData(call('POST', '/api/incidents', { ...report, title: 'Shop is down' }))
  await expectData(call('POST', '/api/incidents', { ...report, title: 'Mail is down' }))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/incidents/${incident.id}`)
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: /^For 30 minutes/ }).click()
  const line = page.locator('main').getByText(/^Snoozed until .* by Alice$/)
  await line.waitFor()
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/incident.png`, fullPage: true })
  assert.equal(await isTooWide(page), false)
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: 'End snooze' }).click()
  await line.waitFor({ state: 'detached' })

  await page.goto('/incidents')
  for (const title of ['Shop is down', 'Mail is down']) await page.getByLabel(`Select ${title}`).check()
  await page
    .getByRole('region', { name: 'Actions for selected incidents' })
    .getByRole('button', { name: 'Snooze' })
    .click()
  await page.getByRole('menuitem', { name: /^For 4 hours/ }).click()
  await page
    .locator('main')
    .getByText(/^Snoozed until .* by Alice$/)
    .nth(1)
    .waitFor()
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/incidents.png`, fullPage: true })
  assert.equal(await isTooWide(page), false)
})
