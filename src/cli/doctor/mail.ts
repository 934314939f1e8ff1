/** Inspects the mail server: connects, starts TLS and signs in. Sends an email only if a recipient is given. */

import { listKnownSecrets } from '../../backup/secret.ts'
import { toMailerOptions } from '../../channels/mail/email-settings.ts'
import { createMailer, type MailerOptions, tryMailServer } from '../../channels/mailer.ts'
import type { Config } from '../../config/config.ts'
import { findMailState, type MailState, UNREADABLE } from '../../services/platform/instance-mail.ts'
import { openForReading } from '../../services/platform/sealing/sealing.ts'
import type { Store } from '../../store/platform/store.ts'
import { createFailure, createPass, type Finding } from './finding.ts'

const TOPIC = 'Email'

const NO_EMAIL = 'Until this is fixed, no email is sent, including alerts.'
const ENVIRONMENT_ADVICE = `Check WK_SMTP_URL, WK_SMTP_STARTTLS and WK_CA_FILE. ${NO_EMAIL}`
const SETTINGS_ADVICE = `Check Settings → Email in the dashboard, and WK_CA_FILE. ${NO_EMAIL}`

/** @param recipient receives a test email; null: no email is sent */
export const inspectMail = (options: MailerOptions, recipient: string | null): Promise<Finding[]> =>
  inspectServer(options, recipient, ENVIRONMENT_ADVICE)

/** Reads the mail server that an admin entered in the dashboard. */
export async function findStoredMail(
  store: Store,
  config: Pick<Config, 'secret' | 'secretPrevious' | 'dataDir'>,
): Promise<MailState> {
  openForReading(store, listKnownSecrets(config))
  return findMailState(store.db)
}

/**
 * Inspects the mail server in the database.
 *
 * @param state null when the database cannot be read
 */
export async function inspectStoredMail(
  state: MailState | null,
  recipient: string | null,
  tls?: MailerOptions['tls'],
): Promise<Finding[]> {
  if (state?.isUnreadable) return [createFailure(TOPIC, UNREADABLE, NO_EMAIL)]
  if (state?.settings)
    return inspectServer({ ...toMailerOptions(state.settings), ...(tls && { tls }) }, recipient, SETTINGS_ADVICE)
  const text =
    state === null
      ? 'WK_SMTP_URL is not set, and Settings → Email cannot be read without the database'
      : 'no mail server: neither WK_SMTP_URL nor Settings → Email is set'
  return recipient === null
    ? [createPass(TOPIC, text)]
    : [createFailure(TOPIC, text, 'Set WK_SMTP_URL and WK_SMTP_FROM, or Settings → Email, to use --send-to.')]
}

async function inspectServer(options: MailerOptions, recipient: string | null, advice: string): Promise<Finding[]> {
  const { host } = new URL(options.url)
  try {
    await tryMailServer(options)
  } catch (error) {
    return [createFailure(TOPIC, `${host}: ${(error as Error).message}`, advice)]
  }
  const found = [createPass(TOPIC, `${host} accepts email from this server`)]
  return recipient === null ? found : [...found, await send(options, recipient, advice)]
}

async function send(options: MailerOptions, to: string, advice: string): Promise<Finding> {
  const mailer = createMailer(options)
  const text =
    'This is a test email sent by "watchkeeper doctor --send-to". Email from this Watchkeeper server is working.'
  try {
    await mailer.send({ to, subject: 'Watchkeeper test email', text, html: `<p>${text}</p>` })
    return createPass(TOPIC, `sent a test email to ${to}; check that it arrives and is not marked as spam`)
  } catch (error) {
    return createFailure(TOPIC, `${to}: ${(error as Error).message}`, advice)
  } finally {
    mailer.close()
  }
}
