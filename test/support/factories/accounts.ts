/** Users with passwords, and the emails they receive. */
import type { EmailMessage, Mailer } from '../../../src/channels/mailer.ts'
import type { TestApp, TestResponse } from '../api/app.ts'

export const PASSWORD = 'plum lantern orbit'

export interface Account {
  email: string
  userId: string
  organizationId: string
  refreshToken: string
  /** Headers with the user's credentials. */
  session: { authorization: string }
}

/** Reads the account from the response of a sign-in. */
export const toAccount = ({ body: { data } }: TestResponse): Account => ({
  email: data.user.email,
  userId: data.user.id,
  organizationId: data.user.organization_id,
  refreshToken: data.refresh_token,
  session: { authorization: `Bearer ${data.access_token}` },
})

/** Registers an account with its own organization. */
export async function registerAs(app: TestApp, name: string): Promise<Account> {
  const email = `${name.toLowerCase()}@example.test`
  const answer = await app.call('POST', '/api/auth/register', { body: { email, name, password: PASSWORD } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return toAccount(answer)
}

export const logIn = (app: TestApp, email: string, over: object = {}): Promise<TestResponse> =>
  app.call('POST', '/api/auth/login', { body: { email, password: PASSWORD, ...over } })

/** A mailer that stores the emails. */
export function createMailbox(): { mails: (EmailMessage & { isPatient?: boolean | undefined })[]; mailer: Mailer } {
  const mails: (EmailMessage & { isPatient?: boolean | undefined })[] = []
  return {
    mails,
    mailer: { send: async (mail, isPatient) => void mails.push({ ...mail, isPatient }), close: () => {} },
  }
}

/** Reads the token of the link in an email. */
export const readToken = ({ text }: EmailMessage): string => /\?token=([\w-]+)/.exec(text)![1]!
