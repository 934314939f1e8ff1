/** Assertions in the form of a monitor, with a path that is picked from the response of the target. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'
import { listen, replyWith } from '../../support/targets/targets.ts'

const HEALTH = '{"status":"UP","queue":{"depth":180}}'

test('a user picks the path of an assertion from the response of the target', async (t) => {
  const target = await listen(t, replyWith(`HTTP/1.1 200 OK\r\nContent-Length: ${HEALTH.length}\r\n\r\n${HEALTH}`))
  const { call, visit, page } = await openDashboard(t, { WK_LOCAL_PROBE: 'on' })
  await page.goto('/monitors/new')
  await page.getByRole('textbox', { name: 'URL' }).fill(target.url)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Health')
  await page.getByRole('button', { name: 'Add assertion' }).click()
  const first = page.getByRole('group', { name: 'Assertion 1', exact: true })
  await first.getByRole('button', { name: 'Pick from the response' }).click()
  await first.getByRole('button', { name: '$.queue.depth 180' }).click()
  assert.equal(await first.getByLabel('JSON path').inputValue(), '$.queue.depth')
  assert.equal(await first.getByLabel('Value').last().inputValue(), '180')
  await first.getByLabel('Comparison').selectOption('is less than')
  await first.getByLabel('Value').last().fill('100')
  await first.getByLabel('Effect').selectOption('Degraded')
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await isTooWide(page), false)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Add assertion' }).click()
  const second = page.getByRole('group', { name: 'Assertion 2', exact: true })
  await second.getByLabel('JSON path').fill('$.status[')
  await second.getByLabel('Value').last().fill('UP')
  await page.getByRole('button', { name: 'Create' }).click()
  await second.locator('[data-field-error]').getByText('not a valid JSON path').waitFor()
  await second.getByLabel('JSON path').fill('$.status')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Health' }).first().waitFor()
  const { monitors } = await expectData(call('GET', '/api/monitors'))
  assert.deepEqual(monitors[0].assertions, [
    { source: 'json', path: '$.queue.depth', comparison: 'less', value: '100', effect: 'degraded' },
    { source: 'json', path: '$.status', comparison: 'equals', value: 'UP', effect: 'down' },
  ])
  // The refused path is a failed response, which browsers log to the console
  assert.equal(visit.pageErrors.splice(0).length, 1)
  await leave(visit)
})
