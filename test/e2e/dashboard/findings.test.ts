/** Findings on the page of an incident. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'
import { listen, onRequest } from '../../support/targets/targets.ts'

test('an incident names the last good check and what failed at the same address', async (t) => {
  let status = '200 OK'
  const target = await listen(
    t,
    onRequest((socket) => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nno`)),
  )
  const { call, page } = await openDashboard(t, { WK_LOCAL_PROBE: 'on' })
  const create = async (name: string) => {
    const body = { type: 'HTTP', name, target: target.url, interval_seconds: 30 }
    return (await expectData(call('POST', '/api/monitors', body))).monitor.id as string
  }
  const ids = [await create('Checkout'), await create('Payments')]
  const check = async () => {
    for (const id of ids) await expectData(call('POST', `/api/monitors/${id}/check`))
  }
  await check()
  await expectData(call('PUT', `/api/monitors/${ids[0]}`, { interval_seconds: 60 }))
  status = '503 Service Unavailable'
  await page.goto('/')
  for (let count = 0; count < 4; count++) await check()
  const { incidents } = await expectData(call('GET', '/api/incidents'))
  const incident = incidents.find(({ check_id: id }: { check_id: string }) => id === ids[0])
  await page.goto(`/incidents/${incident.id}`)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Findings' }) }).first()
  await card.getByText(/^HTTP 503 since .*Last good check: .*Payments failed/).waitFor()
  await card.getByText('Also failed within 5 minutes').waitFor()
  await card
    .getByText(/Check interval.*30.*→/i)
    .or(card.getByText(/→/))
    .first()
    .waitFor()
  assert.deepEqual(await findAccessibilityViolations(page), [])
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/findings.png`, fullPage: true })
  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await isTooWide(page), false)
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/findings-narrow.png`, fullPage: true })
})
