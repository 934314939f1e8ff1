import { openBrowser, openPage } from '../../../support/programs/browser.ts'
import { defineAttack } from '../../attack.ts'
import { PASSWORD, signUp } from '../../stage/accounts.ts'

/** Spellings of the address of another site. */
const FORMS = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/\t/evil.example/',
  '\nhttps://evil.example/',
  'https:evil.example',
  'http:/evil.example',
  '/..//evil.example/',
  '/.//evil.example',
  '/%2f/evil.example/',
  'javascript:location="https://evil.example/"',
  '["https://evil.example/"]',
]

/** More than ten times the load time of a page. */
const PATIENCE_MS = 60_000

export const openRedirect = defineAttack({
  name: 'open-redirect',
  title: 'links to the sign-in that lead to another site afterwards',
  bar: 'a real browser asks no other site, whatever the form of the address',
  databases: ['sqlite'],
  async run(stage) {
    const server = await stage.start()
    await signUp(server.url, 'owner')
    const browser = await openBrowser(stage)
    let visited = 0
    for (const [number, onward] of FORMS.entries()) {
      const { email } = await signUp(server.url, `visitor-${number}`)
      for (const screen of number < 2 ? ['login', 'register'] : ['login']) {
        const { page } = await openPage(browser, server.url)
        page.setDefaultTimeout(PATIENCE_MS)
        const asked: string[] = []
        await page.route(
          ({ hostname }) => hostname === 'evil.example',
          async (route) => {
            asked.push(route.request().url())
            await route.fulfill({ body: 'evil' })
          },
        )
        await page.goto(`/${screen}?${new URLSearchParams({ onward })}`)
        if (screen === 'register') await page.getByLabel('Your name').fill('Visitor')
        await page.locator('input[name=email]').fill(screen === 'register' ? `new-${email}` : email)
        await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
        await page.getByRole('button', { name: screen === 'register' ? 'Create account' : 'Sign in' }).click()
        // A form that leads to no other page does no harm
        await page.waitForURL((url) => !url.pathname.startsWith(`/${screen}`)).catch(() => {})
        const isHere = new URL(page.url()).origin === server.url && asked.length === 0
        stage.expect(isHere, `/${screen}?onward=${JSON.stringify(onward)} leads to ${asked[0] ?? page.url()}`)
        visited++
        await page.context().close()
      }
    }
    stage.record('forms tried', visited)
  },
})
