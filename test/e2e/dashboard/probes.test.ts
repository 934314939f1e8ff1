/** An admin adds a remote probe in a real browser; the test sends the messages of the probe. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { type Call, type ClientResponse, createTestClient } from '../../support/api/client.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { leave, openBrowser, openPage } from '../../support/programs/browser.ts'
import { startProgram } from '../../support/programs/program.ts'

/**
 * Registers and polls until its token is revoked or the test is over. A lost probe registers again.
 *
 * @returns a promise that resolves when the server has rejected the token
 */
function simulateProbe(t: TestContext, url: string, token: string): Promise<void> {
  const call: Call = createTestClient(url, { authorization: `Bearer ${token}` })
  const hello = {
    protocol: 1,
    version: '0.0.1',
    region: '',
    capabilities: { icmp: false, ipv6: true },
    probeId: randomUUID(),
    name: 'fra-1',
    held: 0,
  }
  const load = { lateMs: 12_000, skippedPercent: 48 }
  const vitals = { held: 0, waiting: 0, waitingMs: 0, dropped: 0, overdueMs: 0, ...load, clockAheadMs: 4_200 }
  let isOver = false
  t.after(() => {
    isOver = true
  })
  const live = async () => {
    let session: string | null = null
    while (!isOver) {
      const answer: ClientResponse = session
        ? await call('POST', '/api/probe/pull', { session, wait_ms: 500, request: { since: 0, vitals } })
        : await call('POST', '/api/probe/register', { hello })
      if (answer.status === 401) return
      if (answer.status >= 300) session = null
      else session ??= answer.body.data.session
    }
  }
  const living = live()
  living.catch(() => {}) // a test that fails earlier does not await it
  return living
}

test('an admin creates a token, sees the probe register and its overload, and revokes the token', async (t) => {
  const program = await startProgram(t, {
    env: { WK_DATA_DIR: createTestFolder(t), WK_RATE_LIMIT: '0', WK_REGION_NAME: 'Home' },
  })
  const visit = await openPage(await openBrowser(t), program.url)
  const { page } = visit
  await page.goto('/register?onward=/settings/probes')
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Email address').fill('ann@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('a lighthouse at night')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/register'))
  await page.goto('/settings/probes')
  await page.getByRole('heading', { name: 'Why add probes in other regions?' }).waitFor()

  await page.getByRole('button', { name: 'Add probe' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Region name').fill('Frankfurt')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByText('Must be 1-40 characters of a-z, 0-9 and -').waitFor()
  visit.pageErrors.splice(0) // a refusal is a 400 response, which browsers log to the console
  await dialog.getByLabel('Region code').fill('eu-1')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue()
  assert.equal(
    await dialog.getByLabel('Command', { exact: true }).inputValue(),
    `watchkeeper probe --server ${program.url} --token ${token}`,
  )
  await dialog.getByText('Waiting for the probe').waitFor()
  const probe = simulateProbe(t, program.url, token)
  await dialog.getByText('fra-1 registered and running.').waitFor()
  await page.keyboard.press('Escape')

  const region = page.getByRole('region', { name: 'Frankfurt' })
  await region.getByText('Live', { exact: true }).waitFor()
  await region.getByText('4.2 s ahead').waitFor()
  await region.getByText(/The server runs version/).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Why add probes in other regions?' }).count(), 0)

  await region.getByText(/too small for its checks: they run 48.?% less often than set/).waitFor()
  await page.goto('/monitors')
  await page
    .getByText(/The machine of fra-1 is too small .* 48.?% less often than set. The oldest waits 12.* s/)
    .waitFor()
  await page.getByRole('link', { name: 'Show probes' }).click()

  await page.getByRole('button', { name: 'Revoke eu-1' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Live probes with this token: fra-1.').waitFor()
  await question.getByText('Frankfurt has no other live probe').waitFor()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await region.getByText('Stopped', { exact: true }).waitFor()
  await probe
  await leave(visit)
})
