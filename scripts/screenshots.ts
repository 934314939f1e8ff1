/**
 * `npm run screenshots [-- folder]`: takes screenshots of every page of the dashboard and of a status page. Uses a real
 * browser and the demo, at three widths, light and dark. Reports axe violations and horizontal scrolling of each page.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, expectData } from '../test/support/api/client.ts'
import { createDemo, DEMO_LOGIN, DEMO_SLUG, type Demo } from '../test/support/demo/demo.ts'
import { startDemoServers } from '../test/support/demo/servers.ts'
import {
  type Appearance,
  findAccessibilityViolations,
  isTooWide,
  openBrowser,
  openPage,
  signIn,
  toAccount,
  waitUntilSettled,
} from '../test/support/programs/browser.ts'
import { startProgram } from '../test/support/programs/program.ts'
import type { Page } from '../test/support/tools.ts'

interface Shot {
  name: string
  path: string
  /** Actions before the screenshot. */
  prepare?: (page: Page) => Promise<void>
  /** Whether the page does not exist. */
  isMissing?: true
  /** Whether to capture only the visible part, for the README. */
  isPart?: true
}

const APPEARANCES: readonly (Appearance & { name: string })[] = [
  { name: '1440-light', width: 1440, height: 900, theme: 'light' },
  { name: '1440-dark', width: 1440, height: 900, theme: 'dark' },
  { name: '768-light', width: 768, height: 1024, theme: 'light' },
  { name: '360-light', width: 360, height: 740, theme: 'light' },
  { name: '360-dark', width: 360, height: 740, theme: 'dark' },
]

export const listPublicShots = (): Shot[] => [
  { name: 'login', path: '/login' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'status-page', path: `/status/${DEMO_SLUG}` },
  { name: 'status-top', path: `/status/${DEMO_SLUG}`, isPart: true },
  { name: 'status-history', path: `/status/${DEMO_SLUG}/history` },
  { name: 'status-missing', path: '/status/nobody', isMissing: true },
]

export const listMemberShots = ({ monitors, incidentId, statusPageId }: Demo): Shot[] => [
  { name: 'monitors', path: '/', isPart: true },
  { name: 'palette', path: '/', prepare: (page) => page.keyboard.press('Control+k') },
  { name: 'groups', path: '/groups' },
  { name: 'monitor-new', path: '/monitors/new' },
  { name: 'monitor-down', path: `/monitors/${monitors['Checkout API']}` },
  { name: 'monitor-up', path: `/monitors/${monitors['Web shop']}` },
  { name: 'monitor-heartbeat', path: `/monitors/${monitors['Nightly backup']}` },
  { name: 'monitor-edit', path: `/monitors/${monitors['Product search']}/edit` },
  { name: 'incidents', path: '/incidents' },
  { name: 'incident', path: `/incidents/${incidentId}` },
  { name: 'status-pages', path: '/status-pages' },
  { name: 'status-page-editor', path: `/status-pages/${statusPageId}` },
  { name: 'maintenance', path: '/maintenance' },
  { name: 'notifications', path: '/notifications' },
  { name: 'escalation-policies', path: '/notifications/escalation' },
  { name: 'on-call', path: '/on-call' },
  { name: 'loom', path: '/loom' },
  { name: 'reports', path: '/reports' },
  { name: 'account', path: '/account' },
  { name: 'settings', path: '/settings' },
  { name: 'settings-projects', path: '/settings/projects' },
  { name: 'settings-variables', path: '/settings/variables' },
  { name: 'settings-configuration', path: '/settings/configuration' },
  { name: 'settings-members', path: '/settings/members' },
  { name: 'settings-api-keys', path: '/settings/api-keys' },
  { name: 'settings-audit-log', path: '/settings/audit-log' },
  { name: 'settings-plan', path: '/settings/plan' },
  { name: 'settings-email', path: '/settings/email' },
  { name: 'settings-probes', path: '/settings/probes' },
  {
    name: 'settings-probes-add',
    path: '/settings/probes',
    prepare: (page) => page.locator('main button').first().click(),
  },
  { name: 'monitor-pinned', path: `/monitors/${monitors['Office gateway']}` },
  { name: 'monitor-pinned-edit', path: `/monitors/${monitors['Office gateway']}/edit` },
  { name: 'not-found', path: `/monitors/${statusPageId}`, isMissing: true },
]

async function main(folder: string, only: string | undefined): Promise<void> {
  const ends: (() => void | Promise<void>)[] = []
  const t = { after: (end: () => void | Promise<void>) => void ends.unshift(end) }
  try {
    const dataDir = mkdtempSync(join(tmpdir(), 'wk-screenshots-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const servers = await startDemoServers(t)
    const demo = await createDemo({ dataDir, now: Date.now(), port: servers.port })
    const program = await startProgram(t, { env: { WK_DATA_DIR: dataDir, WK_RATE_LIMIT: '0', ...servers.env } })
    const { email, password } = DEMO_LOGIN
    const signedIn = await expectData(createTestClient(program.url)('POST', '/api/auth/login', { email, password }))
    const browser = await openBrowser(t)
    mkdirSync(folder, { recursive: true })
    for (const { name: lookName, ...look } of APPEARANCES) {
      const { page, pageErrors } = await openPage(browser, program.url, look)
      const take = async (shots: readonly Shot[]) => {
        for (const { name, path, prepare, isMissing, isPart } of shots.filter(
          (shot) => only === undefined || shot.name.includes(only),
        )) {
          await page.goto(path)
          await page.waitForLoadState('load')
          await prepare?.(page)
          await waitUntilSettled(page)
          await page.screenshot({
            path: join(folder, `${name}-${lookName}.png`),
            fullPage: prepare === undefined && !isPart,
          })
          if (isMissing) pageErrors.splice(0)
          const found = [
            ...(await findAccessibilityViolations(page)),
            ...((await isTooWide(page)) ? ['scrolls horizontally'] : []),
            ...pageErrors.splice(0),
          ]
          process.stdout.write(`${name}-${lookName}${found.length > 0 ? `\n    ${found.join('\n    ')}` : ''}\n`)
        }
      }
      await take(listPublicShots())
      await signIn(page, toAccount(signedIn))
      await take(listMemberShots(demo))
      await page.context().close()
    }
  } finally {
    for (const end of ends) await end()
  }
}

if (import.meta.main) await main(process.argv[2] ?? 'screenshots', process.argv[3])
