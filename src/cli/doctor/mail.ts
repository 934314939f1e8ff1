/** Inspects the mail server: connects, starts TLS and signs in. Sends an email only if a recipient is given. */
import { createMailer, type MailerOptions, tryMailServer } from '../../channels/mailer.ts'
import { createFailure, createPass, type Finding } from './finding.ts'

const TOPIC = 'Email'

const ADVICE =
  'Check WK_SMTP_URL, WK_SMTP_STARTTLS and WK_CA_FILE. Until this is fixed, no email is sent, including alerts.'

/** @param recipient receives a test email; null: no email is sent */
export async function inspectMail(options: MailerOptions | null, recipient: string | null): Promise<Finding[]> {
  if (options === null) {
    const text = 'WK_SMTP_URL is not set: only the mail server in Settings → Email is used, which has a test there'
    return recipient === null
      ? [createPass(TOPIC, text)]
      : [createFailure(TOPIC, text, 'Set WK_SMTP_URL and WK_SMTP_FROM to use --send-to.')]
  }
  const { host } = new URL(options.url)
  try {
    await tryMailServer(options)
  } catch (error) {
    return [createFailure(TOPIC, `${host}: ${(error as Error).message}`, ADVICE)]
  }
  const found = [createPass(TOPIC, `${host} accepts email from this server`)]
  return recipient === null ? found : [...found, await send(options, recipient)]
}

async function send(options: MailerOptions, to: string): Promise<Finding> {
  const mailer = createMailer(options)
  const text =
    'This is a test email sent by "watchkeeper doctor --send-to". Email from this Watchkeeper server is working.'
  try {
    await mailer.send({ to, subject: 'Watchkeeper test email', text, html: `<p>${text}</p>` })
    return createPass(TOPIC, `sent a test email to ${to}; check that it arrives and is not marked as spam`)
  } catch (error) {
    return createFailure(TOPIC, `${to}: ${(error as Error).message}`, ADVICE)
  } finally {
    mailer.close()
  }
}
