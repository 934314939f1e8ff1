/** Configuration as code in the settings: export, plan and apply, and a file of another product. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createTestClient, expectData } from '../../support/api/client.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import {
  fillSignIn,
  findAccessibilityViolations,
  isTooWide,
  leave,
  openBrowser,
  openPage,
} from '../../support/programs/browser.ts'
import { startProgram } from '../../support/programs/program.ts'

const ALICE = { name: 'Alice', email: 'alice@example.test', password: 'a lighthouse at night' }

const DOCUMENT = `version: 1
source: shop-repository
notification_targets:
  on-call: { name: On-call, channel: slack, config: { webhook_url: "\${SLACK_URL}" } }
monitors:
  shop: { name: Shop, type: HTTP, target: "https://shop.example.com/", notification_targets: [on-call] }
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

test('a user applies a document, exports it, and imports the file of another product', {
  timeout: 180_000,
}, async (t) => {
  const env = { WK_DATA_DIR: createTestFolder(t), WK_RATE_LIMIT: '0', WK_LOCAL_PROBE: 'off' }
  const { url } = await startProgram(t, { env })
  const { access_token: token } = await expectData(createTestClient(url)('POST', '/api/auth/register', ALICE))
  const call = createTestClient(url, { authorization: `Bearer ${token}` })
  const visit = await openPage(await openBrowser(t), url)
  const { page } = visit
  await page.goto('/login')
  await fillSignIn(page, ALICE)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Configuration' }).click()

  const choose = page.locator('input[type=file]')
  await choose.setInputFiles(toFile('bad.yaml', DOCUMENT.replace('type: HTTP', 'type: HTPP')))
  await page.getByLabel('SLACK_URL').fill('https://hooks.slack.com/services/T0/B0/planted')
  await page.getByRole('button', { name: 'Show plan' }).click()
  await page.getByText('Shop: Type: must be one of').waitFor()
  await choose.setInputFiles(toFile('shop.yaml', DOCUMENT))
  await page.getByLabel('SLACK_URL').fill('https://hooks.slack.com/services/T0/B0/planted')
  await page.getByRole('button', { name: 'Show plan' }).click()
  await page.getByText('2 to create, 0 to update, 0 to delete, 0 unchanged.').waitFor()
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.getByRole('button', { name: 'Apply plan' }).click()
  await page.getByText('Plan applied').waitFor()

  const { monitors } = await expectData(call('GET', '/api/monitors'))
  assert.deepEqual([monitors[0].name, monitors[0].managed_by], ['Shop', 'shop-repository'])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download YAML' }).click(),
  ])
  const exported = readFileSync(await download.path(), 'utf8')
  assert.match(exported, /^ {2}shop:$/m)
  assert.doesNotMatch(exported, /planted/)

  await page.getByLabel('Source').selectOption('gatus')
  await choose.setInputFiles(toFile('config.yaml', GATUS))
  await page.getByText('1 dropped').waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Show plan' }).click()
  await page.getByText('1 to create').waitFor()
  assert.equal(await isTooWide(page), false)
  assert.deepEqual(await findAccessibilityViolations(page), [])

  await page.goto(`/monitors/${monitors[0].id}/edit`)
  await page.getByRole('button', { name: 'Edit anyway' }).click()
  await page.getByLabel('Name', { exact: true }).waitFor()
  // The refused plan is a failed response, which browsers log to the console
  assert.equal(visit.pageErrors.splice(0).length, 1)
  await leave(visit)
})
