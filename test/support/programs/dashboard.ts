/** The program with one user, and a browser in which the user has signed in. */
import { createTestClient, expectData } from '../api/client.ts'
import { type Cleanup, createTestFolder } from '../database/stores.ts'
import { fillSignIn, openBrowser, openPage } from './browser.ts'
import { startProgram } from './program.ts'

export const ALICE = { name: 'Alice', email: 'alice@example.test', password: 'a lighthouse at night' }

/**
 * @param settings further environment variables of the program
 * @returns `call` sends requests to the API as the user
 */
export async function openDashboard(t: Cleanup, settings: Record<string, string> = {}) {
  const env = { WK_DATA_DIR: createTestFolder(t), WK_RATE_LIMIT: '0', WK_LOCAL_PROBE: 'off', ...settings }
  const { url, pid } = await startProgram(t, { env })
  const { access_token: token } = await expectData(createTestClient(url)('POST', '/api/auth/register', ALICE))
  const call = createTestClient(url, { authorization: `Bearer ${token}` })
  const visit = await openPage(await openBrowser(t), url)
  await visit.page.goto('/login')
  await fillSignIn(visit.page, ALICE)
  await visit.page.getByRole('link', { name: 'Settings' }).first().waitFor()
  return { url, pid, call, visit, page: visit.page }
}
