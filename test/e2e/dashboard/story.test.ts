// @alone: takes long
/** The dashboard as users use it: a real browser against the started program. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createTestFolder } from '../../support/database/stores.ts'
import { startDemoServers } from '../../support/demo/servers.ts'
import {
  fillSignIn,
  findAccessibilityViolations,
  isTooWide,
  leave,
  openBrowser,
  openPage,
} from '../../support/programs/browser.ts'
import { startProgram } from '../../support/programs/program.ts'
import { startSink } from '../../support/targets/sink.ts'
import { closedPort, listen, onRequest } from '../../support/targets/targets.ts'

const ANN = { name: 'Ann', email: 'ann@example.com', password: 'a lighthouse at night' }

async function start(t: TestContext) {
  const servers = await startDemoServers(t)
  const program = await startProgram(t, {
    env: { WK_DATA_DIR: createTestFolder(t), WK_RATE_LIMIT: '0', ...servers.env },
  })
  return { servers, program, browser: await openBrowser(t) }
}

/** Registers the first account of a new instance in the browser. */
async function makeAccount(page: Page): Promise<void> {
  await page.goto('/')
  await page.waitForURL('**/register*')
  await page.getByLabel('Your name').fill(ANN.name)
  await page.getByLabel('Email address').fill(ANN.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ANN.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/monitors/new')
}

/** Tests and creates a target over the form of a monitor, which then uses it. */
async function makeTarget(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a notification target' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByRole('radio', { name: /Slack/ }).isChecked(), true) // email cannot work here
  await dialog.getByRole('radio', { name: /^Webhook Signed/ }).check({ force: true })
  await dialog.getByRole('textbox', { name: 'URL' }).fill(url)
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('The receiver accepted the test').waitFor()
  await dialog.getByRole('button', { name: 'Create target' }).click()
  await dialog.getByText('The secret is shown only once').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('This monitor sends no alerts').first().waitFor({ state: 'detached' })
}

/** Ends the session while the form is sent. After a new sign-in the form is as before. */
async function expireDuringSave(page: Page): Promise<void> {
  const target = await page.getByRole('textbox', { name: 'URL' }).inputValue()
  await page.context().clearCookies()
  const error = { code: 'UNAUTHORIZED', message: 'The session has ended' }
  let isExpired = true
  // Stays until the end: the browser can lose a script that it loads while the route is removed
  await page.route('**/api/monitors', (route) =>
    isExpired ? route.fulfill({ status: 401, json: { success: false, error } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Create monitor' }).click()
  await page.waitForURL('**/login*')
  isExpired = false
  await fillSignIn(page, ANN)
  await page.waitForURL('**/monitors/new')
  await page.getByText('Restored your unsaved changes').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'URL' }).inputValue(), target)
  assert.equal(await page.getByText('This monitor sends no alerts').count(), 0)
}

/** Signs in as an API client, for steps that are not part of the test. */
async function apiOf(url: string) {
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ANN.email, password: ANN.password }),
  })
  const { data } = (await signedIn.json()) as { data: { access_token: string } }
  // biome-ignore lint/suspicious/noExplicitAny: a test that knows what it gets
  return async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${data.access_token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = (await answer.json()) as { data: unknown }
    assert.ok(answer.ok, JSON.stringify(json))
    return json.data
  }
}

test('a new instance creates the account, tests and creates the first monitor, and shows its first result live', async (t) => {
  const { servers, program, browser } = await start(t)
  const visit = await openPage(browser, program.url)
  const { page } = visit
  // Chromium reports this language under the POSIX locale
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true }),
  )
  await makeAccount(page)
  await assertTestShowsPhases(t, page)
  await page.getByRole('textbox', { name: 'URL' }).fill(`http://shop.example.com:${servers.port}/`)
  assert.match(await page.getByLabel('Name', { exact: true }).inputValue(), /shop\.example\.com/)
  await page.reload()
  await page.getByText('Restored your unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByRole('region', { name: 'Test result' }).getByText('Up', { exact: true }).waitFor()
  await makeTarget(page, (await startSink(t)).url)
  await expireDuringSave(page)
  visit.pageErrors.splice(0) // the refused request and the refused renewal are 401, which browsers log to the console
  await page.getByRole('button', { name: 'Create monitor' }).click()
  await page.waitForURL(/\/monitors\/[0-9a-f-]{36}/)
  await page.getByText('Responds as expected').first().waitFor()
  assert.equal(await page.getByText('This monitor sends no alerts').count(), 0)
  await page.locator('main').getByText('Up', { exact: true }).first().waitFor()
  await page.locator('main canvas').first().waitFor()
  await assertSignOutEndsSession(page)
  await leave(visit)
})

test('the page of a new monitor whose target refuses connections logs no console error', async (t) => {
  const { program, browser } = await start(t)
  const visit = await openPage(browser, program.url)
  const { page } = visit
  await makeAccount(page)
  const call = await apiOf(program.url)
  const { monitor } = await call('POST', '/api/monitors', {
    name: 'Refused',
    type: 'HTTP',
    target: `https://127.0.0.1:${await closedPort()}/`,
    failure_threshold: 10, // so that the status stays unknown
  })
  const checked = page.waitForResponse((response) => response.url().endsWith('/check'))
  await page.goto(`/monitors/${monitor.id}`)
  await page.getByRole('button', { name: 'Check now' }).click()
  await checked
  await page.getByText('ECONNREFUSED').first().waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Connecting to 127.0.0.1' }).getByLabel('Failed').waitFor()
  await page.getByText('not measured', { exact: true }).nth(3).waitFor() // the uptime of each period
  await leave(visit)
})

/** A test shows the running phase, and after the answer the phase that failed and the answer. */
async function assertTestShowsPhases(t: TestContext, page: Page): Promise<void> {
  const requested = Promise.withResolvers<() => void>()
  const { url } = await listen(
    t,
    onRequest((socket) =>
      requested.resolve(() => socket.end('HTTP/1.1 503 Busy\r\nContent-Length: 12\r\n\r\nOut of order')),
    ),
  )
  await page.getByRole('textbox', { name: 'URL' }).fill(url)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const answer = await requested.promise
  const phase = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await phase('waiting for the first byte').getByLabel('Running').waitFor()
  answer()
  await phase('Evaluating the response').getByLabel('Failed').waitFor()
  await page.getByRole('region', { name: 'Test result' }).getByText('Out of order').waitFor()
}

/** A reload keeps the session by its cookie, and signing out ends it. */
async function assertSignOutEndsSession(page: Page): Promise<void> {
  await page.evaluate("localStorage.setItem('wk-draft ann p1 monitor:new', '{}')")
  await page.reload()
  await page.getByRole('button', { name: /^Ann/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/login')
  const cookies = await page.context().cookies()
  assert.deepEqual(cookies, [])
  const stored = String(await page.evaluate('JSON.stringify([localStorage, sessionStorage])'))
  assert.doesNotMatch(stored, /eyJ|wk-draft/)
}

test('an outage is shown live, acknowledged, and published on a status page', async (t) => {
  const { servers, program, browser } = await start(t)
  const visit = await openPage(browser, program.url)
  const { page } = visit
  await makeAccount(page)
  const call = await apiOf(program.url)
  const { monitor } = await call('POST', '/api/monitors', {
    name: 'Web shop',
    type: 'HTTP',
    target: `http://shop.example.com:${servers.port}/front`,
    failure_threshold: 1,
    interval_seconds: 300,
  })
  await call('POST', `/api/monitors/${monitor.id}/check`)
  await page.goto(`/monitors/${monitor.id}`)
  await page.locator('main').getByText('Up', { exact: true }).first().waitFor()

  await recordSpoken(page)
  servers.answer('/front', 503)
  await call('POST', `/api/monitors/${monitor.id}/check`)
  await page.locator('main').getByText('Down', { exact: true }).first().waitFor()
  await page.locator('[data-announcer]').getByText('Web shop is down.').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Acknowledge: "Web shop" is down' }).waitFor()
  await page.getByRole('link', { name: 'Monitors', exact: true }).first().click()
  await page.getByRole('row').getByText('HTTP 503').first().waitFor()
  await showIncidentOnce(page)
  await page.getByRole('link', { name: /^Incidents.*1 open problem$/ }).click()
  await page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor()
  assert.match(await page.title(), /^\(1\) /)
  const bar = page.getByRole('region', { name: 'Actions for selected incidents' })
  await page.getByLabel('Select all 1').check()
  await bar.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByLabel('Select all 1').check()
  await bar.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText(/acknowledged by/).waitFor()
  await page.getByRole('link', { name: 'Incidents', exact: true }).first().waitFor()
  await page
    .getByRole('link', { name: /Web shop.* is down/ })
    .first()
    .click()
  await page
    .getByText(/acknowledged the incident/)
    .first()
    .waitFor()
  await silenceAndUndo(page)
  await operateSelection(page)

  await undoResolution(page)
  await makeStatusPage(page)
  const outages = (await listSpoken(page)).filter((text) => text.includes('is down'))
  assert.deepEqual(outages, ['Web shop is down.'])
  await readAsStranger(browser, program.url)
  await leave(visit)
})

/** The row of the failing monitor shows its incident. A card shows it while a filter hides the row. */
async function showIncidentOnce(page: Page): Promise<void> {
  const row = page.getByRole('row', { name: /Web shop/ })
  const card = page.getByRole('region', { name: 'Open incidents' })
  await row.getByRole('link', { name: 'HTTP 503' }).waitFor()
  await card.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('nothing')
  await card.getByText('HTTP 503').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await card.waitFor({ state: 'detached' })
  const heightOf = async () => (await row.boundingBox())!.height
  const height = await heightOf()
  const compact = page.getByRole('button', { name: 'Compact rows' })
  await compact.press('Enter')
  assert.ok((await heightOf()) < height)
  assert.equal(await page.evaluate("localStorage.getItem('wk-density')"), 'compact')
  const compactHeight = await heightOf()
  // A second page, because the first page records its announcements
  const later = await page.context().newPage()
  await later.goto(page.url())
  const sameRow = later.getByRole('row', { name: /Web shop/ })
  await sameRow.getByRole('link', { name: 'HTTP 503' }).waitFor()
  assert.equal((await sameRow.boundingBox())!.height, compactHeight)
  await later.close()
  await compact.click()
  assert.equal(await heightOf(), height)
}

/** Silences the incident of the page from the menu, sees the silence in the list, and ends it. */
async function silenceAndUndo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Silence', exact: true }).click()
  await page.getByRole('menuitem', { name: /^For 1 hour/ }).click()
  await page.getByText(/^Silenced by .+ until/).waitFor()
  await page.getByRole('link', { name: 'Monitors' }).first().click()
  await page.getByText(/^Silenced by .+ until/).waitFor({ state: 'attached' })
  await page.goBack()
  await page.getByRole('button', { name: 'End silence' }).click()
  await page.getByText(/^Silenced by .+ until/).waitFor({ state: 'detached' })
}

/** Silences the selected monitor with a note and filters by silences, then undoes a pause with an end. */
async function operateSelection(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Monitors', exact: true }).first().click()
  await page.getByLabel('Select Web shop').click()
  const bar = page.getByRole('region', { name: 'Actions for selected monitors' })
  await bar.getByRole('button', { name: 'Silence' }).click()
  await page.getByRole('menuitem', { name: 'Until a date and time…' }).click()
  await page.getByRole('dialog').getByLabel('Note (optional)').fill('New switch')
  await page.getByRole('dialog').getByRole('button', { name: 'Silence' }).click()
  await page.getByText(/^Silenced by .+: New switch$/).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /Silenced/ }).click()
  await page.waitForURL('**/?silenced=yes')
  await bar.getByRole('button', { name: 'Pause until…' }).click()
  await page.getByRole('menuitem', { name: /^For 8 hours/ }).click()
  await page.getByRole('row').getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await page.getByRole('row').getByText('Paused', { exact: true }).waitFor({ state: 'detached' })
  await page.goBack()
}

/** The undo restores the acknowledgement as well. */
async function undoResolution(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  const message = page.getByRole('dialog').filter({ hasText: 'Incident resolved' })
  await message.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Resolve' }).waitFor()
  await page.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' })
}

async function makeStatusPage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Status pages' }).click()
  await page.getByRole('button', { name: 'New status page' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Brightside')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/status-pages\/[0-9a-f-]{36}/)
  await page.getByText('Brightside created as a draft').waitFor()
  await page.getByRole('button', { name: 'Add the monitor' }).click()
  await page.getByLabel('Public name of Web shop').fill('Our shop')
  await page.frameLocator('iframe').getByText('Our shop').first().waitFor()
  await moveByKeyboard(page)
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await page.getByText('Brightside is published').waitFor()
  await page.getByRole('button', { name: 'Unpublish' }).waitFor()
}

/** Moves the component to a new section: once cancelled, once dropped. */
async function moveByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add section' }).click()
  await page.getByLabel('Section name').last().fill('Shops')
  const handle = page.getByRole('button', { name: 'Move Our shop', exact: true })
  await handle.focus()
  for (const key of ['Space', 'ArrowDown', 'Escape', 'Space', 'ArrowDown', 'Space']) {
    await page.keyboard.press(key)
    await handle.and(page.locator(':focus')).waitFor()
  }
  const spoken = await listSpoken(page)
  assert.deepEqual(spoken.slice(-6), [
    'Our shop lifted. Position 1 of 1 in Services. Move it with the arrow keys.',
    'Our shop. Position 1 of 1 in Shops.',
    'Move cancelled. Our shop. Position 1 of 1 in Services.',
    'Our shop lifted. Position 1 of 1 in Services. Move it with the arrow keys.',
    'Our shop. Position 1 of 1 in Shops.',
    'Our shop dropped. Position 1 of 1 in Shops.',
  ])
  await page.frameLocator('iframe').getByRole('heading', { name: 'Shops' }).waitFor()
}

/** Records every text of the live region. */
const recordSpoken = (page: Page): Promise<unknown> =>
  page.evaluate(`
    const region = document.querySelector('[data-announcer]')
    window.spoken = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const { textContent } of addedNodes) window.spoken.push(textContent)
    }).observe(region, { childList: true, subtree: true, characterData: true })
  `)

const listSpoken = async (page: Page): Promise<string[]> =>
  JSON.parse(await page.evaluate('JSON.stringify(window.spoken)'))

async function readAsStranger(browser: Browser, url: string): Promise<void> {
  const stranger = await openPage(browser, url, { width: 360, theme: 'dark' })
  const { page } = stranger
  await page.goto('/status/brightside')
  await page.getByRole('heading', { name: 'Our shop is disrupted' }).waitFor()
  const html = await page.content()
  assert.doesNotMatch(html, /shop\.example|status 503|ECONN|<script[^>]*src/)
  assert.deepEqual(await findAccessibilityViolations(page), [])
  assert.equal(await isTooWide(page), false)
  await page.evaluate("document.querySelector('li.r h3').textContent = 'shop.internal.example.com:8443/checkout'")
  assert.equal(await isTooWide(page), false, 'a name without spaces wraps')
  await leave(stranger)
}

test('a monitor of each type can be created with its form', async (t) => {
  const { servers, program, browser } = await start(t)
  const visit = await openPage(browser, program.url)
  const { page } = visit
  await makeAccount(page)
  const make = async (card: string, fill: () => Promise<void>) => {
    await page.goto('/monitors/new')
    await page.getByRole('radio', { name: new RegExp(`^${card}`) }).check({ force: true })
    await fill()
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await page.waitForURL(/\/monitors\/[0-9a-f-]{36}/)
  }
  const name = (value: string) => page.getByLabel('Name', { exact: true }).fill(value)
  await make('Website', async () => {
    await page.getByRole('textbox', { name: 'URL' }).fill(`http://shop.example.com:${servers.port}/`)
  })
  await make('Keyword', async () => {
    await page.getByRole('textbox', { name: 'URL' }).fill(`http://search.example.com:${servers.port}/`)
    await page.getByRole('textbox', { name: 'Keyword' }).first().fill('results')
  })
  await make('Port', async () => {
    await page.getByRole('textbox', { name: 'Host' }).fill('db.example.com')
    await page.getByRole('textbox', { name: 'Port', exact: true }).fill(String(servers.port))
  })
  await make('DNS', async () => {
    await page.getByRole('textbox', { name: 'Domain name' }).fill('example.com')
  })
  await make('Heartbeat', () => name('Nightly backup'))
  const call = await apiOf(program.url)
  const canPing = (await call('GET', '/api/regions')).regions.some(
    ({ capabilities }: { capabilities: { icmp: boolean } }) => capabilities.icmp,
  )
  if (canPing)
    await make('Ping', async () => {
      await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
    })
  const { monitors } = await call('GET', '/api/dashboard/monitors')
  const types = (monitors as { type: string }[]).map(({ type }) => type).sort()
  assert.deepEqual(types, ['DNS', 'HEARTBEAT', 'HTTP', ...(canPing ? ['ICMP'] : []), 'KEYWORD', 'TCP'])
  await leave(visit)
})
