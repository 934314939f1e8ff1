/** Configuration as code in the settings: export, plan and apply, and a file of another product. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'

const INCIDENT = { title: 'Slow', severity: 'minor', type: 'timeout', error_message: 'x', source: 'manual' }

const DOCUMENT = `version: 1
source: shop-repository
notification_targets:
  on-call: { name: On-call, channel: slack, config: { webhook_url: "\${SLACK_URL}" } }
variables:
  region: { name: region, value: eu-1 }
groups:
  europe: { name: Europe }
on_call_schedules:
  platform:
    name: Platform
    timezone: Europe/Berlin
    layers:
      - { name: Weeks, users: [alice@example.test], rotation: weekly, handover_weekday: monday, handover_time: "09:00", starts_on: "2026-01-05" }
monitors:
  shop:
    name: Shop
    type: HTTP
    target: https://shop.example.com/
    notification_targets: [on-call]
    notes: Call the shop team.
    runbook_url: https://wiki.example.com/shop
maintenance_windows:
  sunday: { name: Sunday, monitors: [shop], starts_at: "2099-01-04T02:00:00Z", ends_at: "2099-01-04T03:00:00Z" }
status_pages:
  public: { name: Public page, slug: public, sections: [{ name: Shop, components: [{ monitor: shop }] }] }
`

const GATUS = `endpoints:
  - name: Website
    url: https://example.com/
    conditions: ["[STATUS] == 200"]
  - name: Socket
    url: wss://example.com/
    conditions: ["[CONNECTED] == true"]
`

const toFile = (name: string, text: string) => ({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) })

/** Continues after the question, and closes the form that follows. */
async function answer(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Managed by shop-repository' })
  await question.getByRole('button', { name: 'Change anyway' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
}

/** Opens the menu of a resource on a page, and selects an action. */
async function choose(page: Page, path: string, menu: string, action: string): Promise<void> {
  await page.goto(path)
  await page.getByText('Managed by shop-repository').first().waitFor()
  assert.equal(await isTooWide(page), false, path)
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Changes a managed resource of each kind in the dashboard. */
async function changeManaged(page: Page, monitorId: string, pageId: string, incidentId: string): Promise<void> {
  await choose(page, '/notifications', 'More actions: On-call', 'Edit')
  await answer(page)
  await choose(page, '/maintenance', 'More actions: Sunday', 'Edit')
  await answer(page)
  await choose(page, '/groups', 'Actions for Europe', 'Edit group')
  await answer(page)
  await choose(page, `/status-pages/${pageId}`, 'More actions', 'Delete page')
  await page.getByRole('alertdialog').getByText('The next apply of its source undoes your change.').waitFor()
  await choose(page, '/on-call', 'More actions: Platform', 'Edit')
  await answer(page)
  await choose(page, '/on-call', 'More actions: Platform', 'Delete')
  await page.getByRole('alertdialog').getByText('The next apply of its source undoes your change.').waitFor()
  await page.goto('/settings/variables')
  await page.getByText('Managed by shop-repository').waitFor()
  await page.getByRole('button', { name: 'Edit region' }).click()
  await answer(page)

  await choose(page, `/monitors/${monitorId}`, 'More actions', 'Move to group')
  await answer(page)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('The next apply keeps this').waitFor()
  await page.goto(`/incidents/${incidentId}`)
  await page.getByText('Call the shop team.').waitFor()
  const runbook = page.getByRole('link', { name: 'https://wiki.example.com/shop' })
  assert.equal(await runbook.getAttribute('rel'), 'noopener noreferrer')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  // It appears above the list, and moves the list down
  await page.getByText(INCIDENT.title).first().waitFor()
  await page.getByLabel('Select Shop').check()
  await page.getByLabel('Select By hand').check()
  await page
    .getByRole('region', { name: 'Actions for selected monitors' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByRole('alertdialog', { name: '1 of 2 are managed by shop-repository' }).waitFor()
  assert.deepEqual(await findAccessibilityViolations(page), [])
}

test('a user applies a document, exports it, and imports the file of another product', async (t) => {
  const { call, visit, page } = await openDashboard(t)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Configuration' }).click()

  const input = page.getByRole('group').locator('input[type=file]')
  await input.setInputFiles(toFile('bad.yaml', DOCUMENT.replace('type: HTTP', 'type: HTPP')))
  await page.getByLabel('SLACK_URL').fill('https://hooks.slack.com/services/T0/B0/planted')
  await page.getByRole('button', { name: 'Show plan' }).click()
  await page.getByText('Shop: Type: must be one of').waitFor()
  await input.setInputFiles(toFile('shop.yaml', DOCUMENT))
  await page.getByLabel('SLACK_URL').fill('https://hooks.slack.com/services/T0/B0/planted')
  await page.getByRole('button', { name: 'Show plan' }).click()
  await page.getByText('7 to create, 0 to update, 0 to delete, 0 unchanged.').waitFor()
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.getByRole('button', { name: 'Apply plan' }).click()
  const result = page.getByRole('region', { name: 'Plan applied' })
  await result.getByText('Monitors: 1').waitFor()

  const { monitors } = await expectData(call('GET', '/api/monitors'))
  assert.deepEqual([monitors[0].name, monitors[0].managed_by], ['Shop', 'shop-repository'])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download YAML' }).click(),
  ])
  const exported = readFileSync(await download.path(), 'utf8')
  assert.match(exported, /^ {2}shop:$/m)
  assert.doesNotMatch(exported, /planted/)

  await input.setInputFiles(toFile('config.yaml', GATUS))
  await page.getByText('Source: Gatus.').waitFor()
  await page.getByText('1 dropped').waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Show plan' }).click()
  await page.getByText('1 to create').waitFor()
  assert.equal(await isTooWide(page), false)
  assert.deepEqual(await findAccessibilityViolations(page), [])

  await call('POST', '/api/monitors', { name: 'By hand', type: 'HTTP', target: 'https://example.com/' })
  const { incident } = await expectData(call('POST', '/api/incidents', { ...INCIDENT, check_id: monitors[0].id }))
  const { status_pages: pages } = await expectData(call('GET', `/api/projects/${monitors[0].project_id}/status-pages`))
  await page.goto(`/monitors/${monitors[0].id}/edit`)
  await page.getByRole('button', { name: 'Change anyway' }).click()
  await page.getByLabel('Name', { exact: true }).waitFor()
  await changeManaged(page, monitors[0].id, pages[0].id, incident.id)
  // The refused plan is a failed response, which browsers log to the console
  assert.equal(visit.pageErrors.splice(0).length, 1)
  await leave(visit)
})
