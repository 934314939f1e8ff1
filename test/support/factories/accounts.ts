/** People with passwords, and the mail they get. */
import type { Mail, Mailer } from '../../../src/channels/mailer.ts'
import type { Answer, TestApp } from '../api/app.ts'

export const PASSWORD = 'plum lantern orbit'

export interface Account {
  email: string
  userId: string
  organizationId: string
  refreshToken: string
  /** Headers that say who asks. */
  session: { authorization: string }
}

/** What somebody who signed in, in whatever way, has from it. */
export const accountOf = ({ body: { data } }: Answer): Account => ({
  email: data.user.email,
  userId: data.user.id,
  organizationId: data.user.organization_id,
  refreshToken: data.refresh_token,
  session: { authorization: `Bearer ${data.access_token}` },
})

/** Makes an account as anybody would, with an organization of its own. */
export async function registerAs(app: TestApp, name: string): Promise<Account> {
  const email = `${name.toLowerCase()}@example.test`
  const answer = await app.call('POST', '/api/auth/register', { body: { email, name, password: PASSWORD } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return accountOf(answer)
}

export const logIn = (app: TestApp, email: string, over: object = {}): Promise<Answer> =>
  app.call('POST', '/api/auth/login', { body: { email, password: PASSWORD, ...over } })

/** Keeps what it is given. */
export function makeMailbox(): { mails: Mail[]; mailer: Mailer } {
  const mails: Mail[] = []
  return { mails, mailer: { send: async (mail) => void mails.push(mail), close: () => {} } }
}

/** The token of the link in a mail. */
export const tokenIn = ({ text }: Mail): string => /\?token=([\w-]+)/.exec(text)![1]!
