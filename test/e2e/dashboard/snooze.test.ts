/** Snoozing incidents in the dashboard. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { isTooWide } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'

test('a user snoozes incidents, and the page shows the end and the state of the escalation', async (t) => {
  const { page, call } = await openDashboard(t)
  await createProjectPolicy(call)
  const report = { severity: 'critical', type: 'timeout', error_message: 'no answer' }
  const { incident } = await expectData(call('POST', '/api/incidents', { ...report, title: 'Shop is down' }))
  await expectData(call('POST', '/api/incidents', { ...report, title: 'Mail is down' }))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/incidents/${incident.id}`)
  const escalation = page.locator('section', { has: page.getByRole('heading', { name: 'Escalation' }) })
  await escalation.getByText('Active until a user acknowledges the incident').waitFor()
  assert.deepEqual(await escalation.locator('dd p:first-child').allTextContents(), [
    'Chat',
    'Phone and no user on call in Platform',
  ])
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: /^For 30 minutes/ }).click()
  const line = page.locator('main').getByText(/^Snoozed until .* by Alice$/)
  await line.waitFor()
  await escalation.getByText(/^Waits: snoozed until/).waitFor()
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/incident.png`, fullPage: true })
  assert.equal(await isTooWide(page), false)
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: 'End snooze' }).click()
  await line.waitFor({ state: 'detached' })
  await escalation.getByText('Active until a user acknowledges the incident').waitFor()

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

/** A policy of the project: Chat at once, Phone and a schedule without users after 10 minutes. */
async function createProjectPolicy(call: Awaited<ReturnType<typeof openDashboard>>['call']): Promise<void> {
  const ids: string[] = []
  for (const name of ['Chat', 'Phone']) {
    const body = { name, channel: 'email', config: { address: 'alice@example.test' } }
    ids.push((await expectData(call('POST', '/api/notification-targets', body))).target.id)
  }
  const plan = { name: 'Platform', timezone: 'UTC', layers: [] }
  const { on_call_schedule: schedule } = await expectData(call('POST', '/api/on-call-schedules', plan))
  const steps = [
    { after_minutes: 0, target_ids: [ids[0]] },
    { after_minutes: 10, target_ids: [ids[1]], schedule_ids: [schedule.id] },
  ]
  const body = { name: 'On-call', steps }
  const { escalation_policy: policy } = await expectData(call('POST', '/api/escalation-policies', body))
  const path = `/api/projects/${policy.project_id}`
  await expectData(call('PATCH', path, { escalation_policy_id: policy.id }))
}
