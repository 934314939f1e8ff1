// @alone: takes long
/** Links with an address to open after the sign-in: a real browser never leaves this site for it. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { createTestFolder } from '../../support/database/stores.ts'
import { MISLEADING_URLS } from '../../support/factories/misleading-urls.ts'
import { fillSignIn, leave, openBrowser, openPage, type Visit } from '../../support/programs/browser.ts'
import { type Program, startProgram } from '../../support/programs/program.ts'

const ALICE = { name: 'Alice', email: 'alice@example.test', password: 'a lighthouse at night' }
const EVIL = 'https://evil.invalid/'

/** A few URLs, because a page load takes a second. `test/web/app/site-path.test.ts` covers all URLs. */
const SOME_ADDRESSES = MISLEADING_URLS.filter((_, index) => index % 15 === 0)

/** Queries of the sign-in page. Repeated, quoted, and structured parameters reach the router as other types. */
const QUERIES: readonly string[] = [
  ...SOME_ADDRESSES.map((address) => `onward=${encodeURIComponent(address)}`),
  `onward=${EVIL}`,
  `onward=/&onward=${EVIL}`,
  `onward=${EVIL}&onward=/incidents`,
  `onward=${encodeURIComponent(JSON.stringify(EVIL))}`,
  `onward=${encodeURIComponent(JSON.stringify([EVIL]))}`,
  `onward=${encodeURIComponent(JSON.stringify({ href: EVIL, to: EVIL, pathname: EVIL, toString: EVIL }))}`,
  `onward[]=${EVIL}`,
  `onward.href=${EVIL}`,
  `Onward=${EVIL}`,
  `href=${EVIL}&to=${EVIL}&next=${EVIL}&redirect=${EVIL}`,
]

interface World {
  program: Program
  open(): Promise<Visit>
}

async function start(t: TestContext): Promise<World> {
  const program = await startProgram(t, { env: { WK_DATA_DIR: createTestFolder(t), WK_RATE_LIMIT: '0' } })
  const browser = await openBrowser(t)
  return { program, open: () => openPage(browser, program.url) }
}

async function register(page: Page, query: string): Promise<void> {
  await page.goto(`/register?${query}`)
  await page.getByLabel('Your name').fill(ALICE.name)
  await page.getByLabel('Email address').fill(ALICE.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ALICE.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function signInAt(page: Page, query: string): Promise<void> {
  await page.goto(`/login?${query}`)
  await fillSignIn(page, ALICE)
}

const arrive = (page: Page, path: string) => page.waitForURL((url) => url.pathname + url.search === path)

/** Waits for the navigation of the dashboard, so that no page load is pending. */
const isInside = (page: Page) => page.getByRole('navigation').first().waitFor()

/** Ends the session in the browser, not at the server: the next sign-in needs no request to end it. */
async function forget(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
}

test('a sign-in stays on this site for every form of an address on another site', async (t) => {
  const { program, open } = await start(t)
  const visit = await open()
  const { page } = visit
  await register(page, `onward=${encodeURIComponent(EVIL)}`)
  await arrive(page, '/monitors/new')
  await forget(page)

  // An account may sign in five times in 15 minutes: the first answer of the server serves all other sign-ins
  const answer = await page.request.post('/api/auth/login', {
    headers: { 'x-refresh-token': 'cookie' },
    data: { email: ALICE.email, password: ALICE.password },
  })
  const body = await answer.text()
  await page.route('**/api/auth/login', (route: Route) => route.fulfill({ contentType: 'application/json', body }))
  for (const query of QUERIES) {
    await forget(page)
    await signInAt(page, query)
    await arrive(page, '/')
    await isInside(page)
    assert.equal(await page.evaluate('location.origin'), program.url, query)
    assert.doesNotMatch(await page.title(), /^1$/, query)
  }
  await leave(visit)
})

test('a signed-in visitor stays on this site and is sent to its paths', async (t) => {
  const { program, open } = await start(t)
  const visit = await open()
  const { page } = visit
  await register(page, '')
  await arrive(page, '/monitors/new')
  for (const address of SOME_ADDRESSES) {
    const query = `onward=${encodeURIComponent(address)}`
    await page.goto(`/login?${query}`)
    await arrive(page, '/')
    await isInside(page)
    assert.equal(await page.evaluate('location.origin'), program.url, query)
  }
  await page.goto(`/login?onward=${encodeURIComponent('/incidents?state=resolved')}`)
  await arrive(page, '/incidents?state=resolved')
  await leave(visit)
})

test('an address of this site opens after a password, a code, an expired session and an invitation', async (t) => {
  const { open } = await start(t)
  const visit = await open()
  const { page } = visit
  await register(page, `onward=${encodeURIComponent('/incidents?state=resolved')}`)
  await arrive(page, '/incidents?state=resolved')
  const invitation = await invite(page)

  await forget(page)
  await page.goto(`/incidents?state=resolved&onward=${EVIL}`)
  await page.waitForURL('**/login*')
  const own = new URL(page.url()).searchParams.get('onward')!
  assert.match(own, /^\/incidents\?/)
  await signInAt(page, `onward=${encodeURIComponent(own)}`)
  await page.waitForURL((url) => url.pathname === '/incidents' && url.searchParams.get('state') === 'resolved')

  await forget(page)
  await askForCode(page)
  await signInAt(page, `onward=${encodeURIComponent(EVIL)}`)
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('button', { name: 'Continue' }).click()
  await arrive(page, '/')
  await isInside(page)

  await forget(page)
  visit.pageErrors.splice(0) // the response that asks for a code is 401, which browsers log to the console
  await page.goto(`${invitation}&onward=${encodeURIComponent(EVIL)}`)
  await page.getByLabel('Your name').fill('Bob')
  await page.getByRole('textbox', { name: 'Password' }).fill(ALICE.password)
  await page
    .getByRole('button', { name: 'Create account' })
    .or(page.getByRole('button', { name: /join/i }))
    .click()
  await arrive(page, '/')
  await isInside(page)
  await leave(visit)
})

/** @returns path and query of the link that the invitation contains */
async function invite(page: Page): Promise<string> {
  const { data } = await (
    await page.request.post('/api/auth/login', { data: { email: ALICE.email, password: ALICE.password } })
  ).json()
  const answer = await page.request.post(`/api/organizations/${data.organization.id}/invitations`, {
    headers: { authorization: `Bearer ${data.access_token}` },
    data: { email: 'bob@example.test', role: 'editor' },
  })
  const { pathname, search } = new URL((await answer.json()).data.invitation.accept_url)
  return pathname + search
}

/**
 * Simulates an account with a second factor: the first attempt asks for the code, and the next response comes from the
 * server.
 */
async function askForCode(page: Page): Promise<void> {
  await page.route('**/api/auth/login', async (route) => {
    const { totp, ...sent } = route.request().postDataJSON()
    if (totp) return route.continue({ postData: JSON.stringify(sent) })
    const error = { code: 'INVALID_CREDENTIALS', message: 'A code is needed.', details: { totp_required: true } }
    return route.fulfill({ status: 401, json: { success: false, error } })
  })
}
