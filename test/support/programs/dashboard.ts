/** The program with one user, and a browser in which the user has signed in. */
import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { createTestClient, expectData } from '../api/client.ts'
import { type Cleanup, createTestFolder } from '../database/stores.ts'
import { fillSignIn, openBrowser, openPage, signIn, toAccount } from './browser.ts'
import { startProgram } from './program.ts'

export const ALICE = { name: 'Alice', email: 'alice@example.test', password: 'a lighthouse at night' }

/** Work for the end of the process. */
const ends: (() => void | Promise<void>)[] = []
after(async () => {
  for (const end of ends) await end()
})
const PROCESS: Cleanup = { after: (end) => void ends.unshift(end) }

let browser: Promise<Browser> | undefined

/** The browser of this process. Each visit has its own cookies. */
const shareBrowser = (): Promise<Browser> => {
  browser ??= openBrowser(PROCESS)
  return browser
}

type Running = Awaited<ReturnType<typeof startWithAlice>>

async function startWithAlice(t: Cleanup, settings: Record<string, string>) {
  const env = { WK_DATA_DIR: createTestFolder(t), WK_RATE_LIMIT: '0', WK_LOCAL_PROBE: 'off', ...settings }
  const { url, pid } = await startProgram(t, { env })
  const account = toAccount(await expectData(createTestClient(url)('POST', '/api/auth/register', ALICE)))
  return { url, pid, account, call: createTestClient(url, { authorization: `Bearer ${account.token}` }) }
}

/** @returns `call` sends requests to the API as the user */
async function visitAsAlice(t: Cleanup, running: Running, hasForm: boolean) {
  const visit = await openPage(await shareBrowser(), running.url)
  const { page } = visit
  t.after(() => page.context().close())
  if (hasForm) {
    await page.goto('/login')
    await fillSignIn(page, ALICE)
  } else await signIn(page, running.account)
  await page.getByRole('link', { name: 'Settings' }).first().waitFor()
  return { ...running, visit, page }
}

/** @param settings further environment variables of the program */
export const openDashboard = async (t: Cleanup, settings: Record<string, string> = {}) =>
  visitAsAlice(t, await startWithAlice(t, settings), true)

let program: Promise<Running> | undefined

/** Opens the dashboard of a program that all tests of this process share. Its data stays. */
export async function openSharedDashboard(t: Cleanup) {
  program ??= startWithAlice(PROCESS, {})
  return visitAsAlice(t, await program, false)
}
