// @alone: takes long
/** Every page of the dashboard with a company's data: accessibility, sideways scrolling and browser errors. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { listMemberShots, listPublicShots } from '../../../scripts/screenshots.ts'
import { createTestClient, expectData } from '../../support/api/client.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { createDemo, DEMO_LOGIN, DEMO_SLUG, type Demo } from '../../support/demo/demo.ts'
import { type DemoServers, startDemoServers } from '../../support/demo/servers.ts'
import {
  type Account,
  type Appearance,
  findAccessibilityViolations,
  isTooWide,
  leave,
  openBrowser,
  openPage,
  readBrotliSize,
  signIn,
  toAccount,
  waitUntilSettled,
} from '../../support/programs/browser.ts'
import { type Program, startProgram } from '../../support/programs/program.ts'
import { waitUntil } from '../../support/time/until.ts'

interface World {
  demo: Demo
  servers: DemoServers
  program: Program
  account: Account
  browser: Browser
}

let world: World
const ends: (() => void | Promise<void>)[] = []
const t = { after: (end: () => void | Promise<void>) => void ends.unshift(end) }

before(async () => {
  const dataDir = createTestFolder(t)
  const servers = await startDemoServers(t)
  const demo = await createDemo({ dataDir, now: Date.now(), days: 3, port: servers.port })
  const program = await startProgram(t, { env: { WK_DATA_DIR: dataDir, WK_RATE_LIMIT: '0', ...servers.env } })
  const { email, password } = DEMO_LOGIN
  const signedIn = await expectData(createTestClient(program.url)('POST', '/api/auth/login', { email, password }))
  world = { demo, servers, program, account: toAccount(signedIn), browser: await openBrowser(t) }
})

after(async () => {
  for (const end of ends) await end()
})

const LOOKS: readonly Appearance[] = [
  { width: 1440, theme: 'light' },
  { width: 360, theme: 'dark', locale: 'de-DE' },
]

const load = (page: Page, path: string): Promise<unknown> => page.goto(path)

/** Moves to a page without loading the dashboard again, which takes most of the time. */
async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

for (const look of LOOKS)
  test(`every page is accessible at ${look.width} px, ${look.theme}`, async () => {
    const visit = await openPage(world.browser, world.program.url, look)
    const { page } = visit
    const found: string[] = []
    const visitAll = async (shots: ReturnType<typeof listPublicShots>, openPath: typeof load) => {
      let openNext = openPath
      for (const { name, path, prepare, isMissing } of shots) {
        await openNext(page, path)
        // A prepared page has an open dialog
        openNext = prepare ? load : openPath
        await prepare?.(page)
        await waitUntilSettled(page)
        found.push(...(await findAccessibilityViolations(page)).map((line) => `${name}: ${line}`))
        if (await isTooWide(page)) found.push(`${name} scrolls sideways`)
        found.push(...(await findNotation(page)).map((line) => `${name} shows “${line}”`))
        if (!isMissing) continue
        // A missing page is a 404 response, which browsers log to the console
        await waitUntil(() => visit.pageErrors.length > 0, 'the 404 response')
        visit.pageErrors.splice(0)
      }
    }
    await visitAll(listPublicShots(), load)
    await signIn(page, world.account)
    await waitUntilSettled(page)
    await visitAll(listMemberShots(world.demo), moveTo)
    await printReport(page)
    assert.deepEqual(found, [])
    await leave(visit)
  })

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Uploads a logo, and opens a report as it is printed, with the logo. */
async function printReport(page: Page): Promise<void> {
  await moveTo(page, '/settings')
  const buffer = Buffer.from(PIXEL, 'base64')
  await page.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  const logo = page.locator('main img')
  await logo.waitFor()
  await moveTo(page, '/reports')
  await logo.waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: 'print' })
  await logo.waitFor()
}

/**
 * Returns texts with notation of the API, such as field names, outside of code. A key preview (`wk_1a2b…9f8e`) is no
 * notation.
 */
const findNotation = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(String.raw`
    Array.from(document.querySelectorAll('main *:not(code, pre, code *, pre *)'))
      .flatMap((element) => Array.from(element.childNodes))
      .filter((node) => node.nodeType === Node.TEXT_NODE && /\x60|\b(?!wk_)[a-z]+_[a-z_]+\b/.test(node.data))
      .map((node) => node.data)`)

test('the first load takes less than 160 KB with Brotli, and less than 200 KiB on the wire with gzip and data', async () => {
  const { page } = await openPage(world.browser, world.program.url)
  // Parts for later are loaded after two seconds, and not for users who save data
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
  await signIn(page, world.account)
  await waitUntilSettled(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const urls = new Map<string, string>()
  // The largest answer of each URL, because a slow page may ask for the newest statuses again
  const sizes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? requestId
    sizes.set(url, Math.max(sizes.get(url) ?? 0, encodedDataLength))
  })
  await page.reload()
  await page.getByRole('row').nth(1).waitFor()
  await waitUntilSettled(page)
  const list = [...sizes].join('\n')
  const program = sizes.keys().filter((url) => URL.canParse(url) && !new URL(url).pathname.startsWith('/api/'))
  const brotli = program.reduce((sum, url) => sum + readBrotliSize(new URL(url).pathname), 0)
  assert.ok(sizes.keys().some((url) => /assets\/index-.*\.js$/.test(url)))
  assert.ok(!sizes.keys().some((url) => url.includes('more-icons')), 'the list of first icons lacks one')
  assert.ok(brotli > 50_000 && brotli < 160_000, `${brotli} bytes:\n${list}`)
  const bytes = sizes.values().reduce((sum, size) => sum + size, 0)
  assert.ok(bytes > 50_000 && bytes < 200 * 1024, `${bytes} bytes:\n${list}`)
  await page.context().close()
})

test('the whole dashboard is in German when the browser prefers German', async () => {
  const visit = await openPage(world.browser, world.program.url, { locale: 'de-DE' })
  const { page } = visit
  await signIn(page, world.account)
  await page.getByRole('heading', { name: 'Monitore' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
  await page.getByRole('link', { name: 'Vorfälle' }).click()
  await page.getByRole('heading', { name: 'Vorfälle', level: 1 }).waitFor()
  await leave(visit)
})

test('an unknown address keeps the navigation', async () => {
  const visit = await openPage(world.browser, world.program.url)
  const { page } = visit
  await signIn(page, world.account)
  await page.goto('/nothing/here')
  await page.getByText('Page not found').waitFor()
  await page.getByRole('link', { name: 'Incidents' }).click()
  await page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor()
  visit.pageErrors.splice(0) // the 404 response
  await leave(visit)
})

test('the actions for selected incidents take at most two rows on a phone in German', async () => {
  const visit = await openPage(world.browser, world.program.url, { width: 390, height: 844, locale: 'de-DE' })
  const { page } = visit
  await signIn(page, world.account)
  await page.goto('/incidents')
  await page.getByRole('checkbox').first().check()
  const bar = page.locator('[data-selection-bar]')
  await bar.getByRole('button', { name: 'Beheben' }).waitFor()
  const { height } = (await bar.boundingBox())!
  assert.ok(height < 110, `${height} px`)
  await leave(visit)
})

test('the keyboard reaches everything: skip link, list, palette, dialogs', async () => {
  const visit = await openPage(world.browser, world.program.url)
  const { page } = visit
  await signIn(page, world.account)
  await waitUntilSettled(page)
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('/')
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('checkout')
  await page
    .getByText('1 of 11', { exact: false })
    .or(page.getByText(/^1 monitor/))
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await reachScrolledList(page)
  const goTo = async (typed: string, entry: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(typed)
    await page.locator('[role="option"][aria-selected="true"]', { hasText: entry }).waitFor()
    await page.keyboard.press('Enter')
  }
  await goTo('mainten', 'Maintenance')
  await page.waitForURL('**/maintenance')
  await goTo('escalation', 'Escalation policies')
  await page.waitForURL('**/notifications/escalation')
  await goTo('schedules', 'On-call')
  await page.waitForURL('**/on-call')
  await goTo('contact', 'Contact methods')
  await page.waitForURL('**/account#contact-methods')
  await goTo('Web sh', 'Web shop')
  await page.waitForURL(new RegExp(world.demo.monitors['Web shop']!))
  await page.getByRole('heading', { name: 'Web shop', level: 1 }).waitFor()
  await leave(visit)
})

/** The list follows the text size, is reached by Tab when its first rows are not drawn, and stays in place after a reload. */
async function reachScrolledList(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 400 })
  const first = page.locator('[role="row"][aria-rowindex="2"]')
  const height = (await first.boundingBox())!.height
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await waitUntil(async () => (await first.boundingBox())?.height === 2 * height, 'rows of twice the height')
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await first.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Compact rows' }).focus()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate("document.activeElement.getAttribute('role')"), 'row')
  const place = await page.evaluate<number>('document.activeElement.blur() ?? (scrollTo(0, 200), scrollY)')
  await page.reload()
  await first.waitFor()
  await waitUntil(async () => (await page.evaluate('scrollY')) === place, 'the place before the reload')
  await page.setViewportSize({ width: 1440, height: 900 })
}

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    '(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "").trim()',
  )

test('every form shows an error at the invalid field', async () => {
  const visit = await openPage(world.browser, world.program.url)
  const { page } = visit
  await signIn(page, world.account)
  const refuse = async (path: string, open: string | null, submit: string | RegExp, tab?: string) => {
    await page.goto(path)
    await waitUntilSettled(page)
    if (open) await page.getByRole('button', { name: open }).first().click()
    if (tab) await page.getByRole('tab', { name: tab }).click()
    const place = open ? page.getByRole('dialog') : page.locator('main')
    await place.getByRole('button', { name: submit }).first().click()
    await place.locator('[aria-invalid="true"]').first().waitFor()
    assert.match(await place.locator('[data-field-error], [id$="-error"]').first().innerText(), /\w{3}/, path)
    visit.pageErrors.splice(0) // a refusal is a 400 response, which browsers log to the console
  }
  await refuse('/monitors/new', null, 'Create monitor')
  await refuse('/incidents', 'Report incident', 'Report')
  await refuse('/maintenance', 'Schedule maintenance', 'Schedule')
  await refuse('/notifications', 'New target', /Create|Save|Add/)
  await refuse('/status-pages', 'New status page', 'Create')
  await refuse('/settings/projects', 'New project', 'Create')
  await refuse('/settings/members', 'Invite member', 'Invite member')
  await refuse('/settings/api-keys', 'New API key', 'Create')
  await refuse('/settings/probes', 'Add probe', 'Create token')
  await refuse('/groups', 'New group', /Create|Save/)
  await refuse('/account', null, 'Change password')
  await leave(visit)
})

test('a visitor reads the status page without JavaScript', async () => {
  const context = await world.browser.newContext({ javaScriptEnabled: false, baseURL: world.program.url })
  const page = await context.newPage()
  const answer = await page.goto(`/status/${DEMO_SLUG}`)
  assert.equal(answer!.status(), 200)
  await page.getByRole('heading', { name: 'Checkout API is disrupted' }).waitFor()
  assert.ok((await answer!.body()).length < 50_000)
  await context.close()
})
