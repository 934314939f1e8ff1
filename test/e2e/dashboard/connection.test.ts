// @alone: takes long
/** Actions without an answer of the server: the dashboard never shows them as done, and never sends them later. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request, Route } from 'playwright-core'
import { expectData } from '../../support/api/client.ts'
import { fillSignIn, openPage } from '../../support/programs/browser.ts'
import { ALICE, openSharedDashboard } from '../../support/programs/dashboard.ts'
import { waitUntil } from '../../support/time/until.ts'

type Dashboard = Awaited<ReturnType<typeof openSharedDashboard>>

const ACTION = 'Acknowledge: Shop is down'

/** Opens the page of an open incident. */
async function openIncident({ page, call }: Dashboard): Promise<string> {
  const body = { title: 'Shop is down', severity: 'critical', type: 'timeout', error_message: 'no answer' }
  const { incident } = await expectData(call('POST', '/api/incidents', body))
  await page.goto(`/incidents/${incident.id}`)
  await page.getByRole('button', { name: ACTION }).waitFor()
  return incident.id
}

const readStatus = async ({ call }: Dashboard, id: string): Promise<string> =>
  (await expectData(call('GET', `/api/incidents/${id}`))).incident.status

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${name}.png` })
}

/** Moves the clock of the page until it shows the text. Each second leaves real time for an answer of the server. */
const advanceUntil = (page: Page, text: string | RegExp, state: 'visible' | 'detached' = 'visible'): Promise<boolean> =>
  waitUntil(
    async () => {
      await page.clock.fastForward(1_000)
      const found = page.getByText(text).first().waitFor({ state, timeout: 500 })
      return found.then(
        () => true,
        () => false,
      )
    },
    `the text ${text} (${state})`,
    60_000,
  )

const NO_CONNECTION = /^No connection to the server\. The data is from /

test('an action without a network is not shown as done, and is not sent later', async (t) => {
  const dashboard = await openSharedDashboard(t)
  const { page } = dashboard
  await page.clock.install()
  const id = await openIncident(dashboard)
  const button = page.getByRole('button', { name: ACTION })
  await page.context().setOffline(true)
  await button.click()
  await page.getByText(`Not sent: ${ACTION}`).first().waitFor()
  await advanceUntil(page, NO_CONNECTION)
  await shot(page, 'offline')
  assert.equal(await button.getAttribute('aria-busy'), null)
  assert.equal(await page.getByText('acknowledged by Alice').count(), 0)
  await page.clock.fastForward(60_000)
  assert.equal(await page.getByText(`Not sent: ${ACTION}`).first().isVisible(), true)

  await page.context().setOffline(false)
  await advanceUntil(page, NO_CONNECTION, 'detached')
  assert.equal(await readStatus(dashboard, id), 'open')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('You acknowledged: Shop is down').first().waitFor()
  assert.equal(await readStatus(dashboard, id), 'acknowledged')
})

test('a server that hangs leaves an action unconfirmed after ten seconds, and closing the page asks', async (t) => {
  const dashboard = await openSharedDashboard(t)
  const { page, pid } = dashboard
  await page.clock.install()
  const id = await openIncident(dashboard)
  process.kill(pid, 'SIGSTOP')
  await page.getByRole('button', { name: ACTION }).click()
  await page.getByText('Acknowledging…').waitFor()
  await advanceUntil(page, 'Sending…')
  await shot(page, 'sending')
  assert.equal(await page.getByText(/^Not (sent|confirmed)/).count(), 0)
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type())
      void dialog.dismiss()
    })
  })
  await page.close({ runBeforeUnload: true })
  assert.equal(await asked, 'beforeunload')

  await advanceUntil(page, `Not confirmed: ${ACTION}`)
  await advanceUntil(page, NO_CONNECTION)
  await shot(page, 'hanging')
  assert.equal(await page.getByText('acknowledged by Alice').count(), 0)
  process.kill(pid, 'SIGCONT')
  await advanceUntil(page, NO_CONNECTION, 'detached')
  // The server may have carried out the request that it had received
  if ((await readStatus(dashboard, id)) === 'open') await page.getByRole('button', { name: ACTION }).waitFor()
  else await page.getByRole('button', { name: ACTION }).waitFor({ state: 'detached' })
})

test('the answers of a proxy and of a guest network are no answers of the server', async (t) => {
  const dashboard = await openSharedDashboard(t)
  const { page } = dashboard
  await page.clock.install()
  const id = await openIncident(dashboard)
  const button = page.getByRole('button', { name: ACTION })
  const html = { contentType: 'text/html', body: '<h1>Service unavailable</h1>' }
  await page.route('**/api/incidents/batch', (route) => route.fulfill({ status: 503, ...html }))
  await button.click()
  // The incident can be read and is open, but the server may still carry out the request
  await page.getByText(`Not confirmed: ${ACTION}`).first().waitFor()
  await page.getByLabel('Dismiss').click()

  await page.route('**/api/**', (route) => route.fulfill({ status: 200, ...html }))
  await button.click()
  await page.getByText(`Not confirmed: ${ACTION}`).first().waitFor()
  await advanceUntil(page, NO_CONNECTION)
  await shot(page, 'guest-network')
  await page.unroute('**/api/**')
  await page.unroute('**/api/incidents/batch')
  await advanceUntil(page, NO_CONNECTION, 'detached')
  assert.equal(await readStatus(dashboard, id), 'open')
})

test('an action that the end of the session prevents is offered after the sign-in', async (t) => {
  const dashboard = await openSharedDashboard(t)
  const { page, call } = dashboard
  const id = await openIncident(dashboard)
  await page.route('**/api/incidents/batch', async (route) => {
    const { sessions } = await expectData(call('GET', '/api/auth/sessions'))
    for (const { id: session, is_current: isCurrent } of sessions)
      if (!isCurrent) await call('DELETE', `/api/auth/sessions/${session}`)
    await route.continue()
  })
  await page.getByRole('button', { name: ACTION }).click()
  await page.getByText('Your session ended, and your last change was not sent.').waitFor()
  await page.unroute('**/api/incidents/batch')
  await fillSignIn(page, ALICE)
  await page.getByText('Not sent: Acknowledge').first().waitFor()
  await shot(page, 'signed-in-again')
  assert.equal(await readStatus(dashboard, id), 'open')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page
    .getByText(/^Sent: Acknowledge/)
    .first()
    .waitFor()
  assert.equal(await readStatus(dashboard, id), 'acknowledged')
})

test('"Try again" and "Undo" are offered only in the project of the action', async (t) => {
  const dashboard = await openSharedDashboard(t)
  const { page, call } = dashboard
  const { monitor } = await expectData(call('POST', '/api/monitors', { name: 'Shop', type: 'HEARTBEAT' }))
  const first = (await expectData(call('GET', '/api/projects'))).projects[0]!.id
  const other = (await expectData(call('POST', '/api/projects', { name: 'Warehouse' }))).project.id
  await page.goto(`/monitors/${monitor.id}`)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await shot(page, 'own-project')

  await page.context().setOffline(false)
  const projects = page.getByRole('combobox', { name: 'Project' })
  await projects.selectOption(other)
  await retry.waitFor({ state: 'detached' })
  await shot(page, 'other-project')
  await page.getByRole('dialog').filter({ hasText: 'Not sent: Resume: Shop' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  await projects.selectOption(first)
  await retry.click()
  // The message of the pause fades out at the same time
  await page.getByRole('dialog').filter({ hasText: 'Checks resumed.' }).getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByText('Not sent: Resume: Shop').first().waitFor({ state: 'detached' })
  assert.equal((await expectData(call('GET', `/api/monitors/${monitor.id}`))).monitor.status, 'active')

  // The browser remembers a project that the account does not have
  await page.evaluate(`localStorage.setItem('wk-project', '${monitor.id}')`)
  await page.goto('/')
  await page.getByRole('link', { name: 'Shop', exact: true }).waitFor()
})

test('a test of an unsaved monitor without a network states that the server did not answer', async (t) => {
  const { page } = await openSharedDashboard(t)
  await page.goto('/monitors/new?type=TCP')
  await page.getByRole('textbox', { name: 'Name' }).fill('Mail')
  await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill('25')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The server did not answer. Try again when the connection is back.').waitFor()
})

/** Requests of the pages for visitors. The first one fails or gets no answer, or none gets an answer. */
const LOST: readonly [path: string, how: 'fails' | 'hangs' | 'stays silent', page?: string][] = [
  ['/theme.js', 'hangs'],
  ['/start.js', 'hangs'],
  ['/assets/vendor-*', 'fails'],
  ['/assets/index-*.js', 'hangs'],
  ['/assets/login-*', 'hangs'],
  ['/assets/de-*', 'hangs'],
  ['/api/auth/registration', 'hangs'],
  ['/api/auth/registration', 'stays silent', '/register'],
  ['/api/auth/refresh', 'hangs'],
]

test('the pages for visitors appear after any of their requests is lost, and the sign-in works', async (t) => {
  const { page: first, url } = await openSharedDashboard(t)
  const { page } = await openPage(first.context().browser()!, url, { locale: 'de-DE' })
  await page.clock.install()
  await page.goto('/login')
  const email = page.locator('input[name=email]')
  await email.waitFor()
  for (const [path, how, screen = '/login'] of LOST) {
    let count = 0
    const lose = (route: Route) => {
      if (++count > 1 && how !== 'stays silent') return route.continue()
      return how === 'fails' ? route.abort() : undefined
    }
    await page.evaluate("localStorage.setItem('wk-was-signed-in', '1')")
    await page.route(`**${path}`, lose)
    await page.goto(screen, { waitUntil: 'commit' })
    await waitUntil(async () => {
      await page.clock.fastForward(3_000)
      await email.waitFor({ timeout: 500 })
      return true
    }, `the form of ${screen} after ${path} ${how}`)
    assert.notEqual(count, 0, path)
    if (path !== '/api/auth/refresh') await page.unroute(`**${path}`)
  }
  // The renewal of the earlier session has no answer yet
  await page.locator('select').selectOption('en')
  await fillSignIn(page, ALICE)
  await page.getByRole('link', { name: 'Settings' }).first().waitFor()
})

test('a failure is shown while the part for messages is missing', async (t) => {
  const dashboard = await openSharedDashboard(t)
  const { page } = dashboard
  await page.route('**/assets/toast-region*', (route) => route.abort())
  const id = await openIncident(dashboard)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: ACTION }).click()
  await page.getByText(`Not sent: ${ACTION}`).first().waitFor()
  await shot(page, 'plain')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('You acknowledged: Shop is down').first().waitFor()
  assert.equal(await page.getByText(`Not sent: ${ACTION}`).count(), 0)
  assert.equal(await readStatus(dashboard, id), 'acknowledged')
})

test('menus and dialogs of urgent actions open without a network, and a sign-out that fails keeps the session', async (t) => {
  const dashboard = await openSharedDashboard(t)
  const { page } = dashboard
  const loading = new Set<Request>()
  let hasDialog = false
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) loading.add(request)
    hasDialog ||= request.url().includes('until-dialog')
  })
  page.on('requestfinished', (request) => loading.delete(request))
  page.on('requestfailed', (request) => loading.delete(request)) // of the page before
  const id = await openIncident(dashboard)
  await waitUntil(() => hasDialog && loading.size === 0, 'the parts of the actions')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: 'Until a date and time…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click()
  await page.getByText('Nothing was sent, because there is no connection to the server.').waitFor()
  await shot(page, 'dialog')
  await page.context().setOffline(false)
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.notEqual((await expectData(dashboard.call('GET', `/api/incidents/${id}`))).incident.snoozed_until, undefined)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Alice' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('Not sent: Sign out').first().waitFor()
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Alice' }).waitFor()
})
