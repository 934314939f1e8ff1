/** The mail server: connects, turns to TLS and signs in; sends only when it is told to whom. */
import { createMailer, type MailerOptions, tryMailServer } from '../../channels/mailer.ts'
import { createFailure, createPass, type Finding } from './finding.ts'

const TOPIC = 'Mail'

const ADVICE = 'See WK_SMTP_URL, WK_SMTP_STARTTLS and WK_CA_FILE. Until then no mail leaves, alerts by mail included.'

/** @param recipient of a mail that says that mail arrives; null: none is sent */
export async function inspectMail(options: MailerOptions | null, recipient: string | null): Promise<Finding[]> {
  if (options === null) {
    const text = 'no mail server is set: no alerts by mail, no links for forgotten passwords'
    return recipient === null
      ? [createPass(TOPIC, text)]
      : [createFailure(TOPIC, text, 'Set WK_SMTP_URL and WK_SMTP_FROM, then --send-to can send something.')]
  }
  const { host } = new URL(options.url)
  try {
    await tryMailServer(options)
  } catch (error) {
    return [createFailure(TOPIC, `${host}: ${(error as Error).message}`, ADVICE)]
  }
  const found = [createPass(TOPIC, `${host} would take our mail`)]
  return recipient === null ? found : [...found, await send(options, recipient)]
}

async function send(options: MailerOptions, to: string): Promise<Finding> {
  const mailer = createMailer(options)
  const text = 'Mail of this Watchkeeper arrives: "watchkeeper doctor --send-to" was asked to try.'
  try {
    await mailer.send({ to, subject: 'Watchkeeper can send mail', text, html: `<p>${text}</p>` })
    return createPass(TOPIC, `sent one to ${to}; look whether it arrives, and not among the spam`)
  } catch (error) {
    return createFailure(TOPIC, `${to}: ${(error as Error).message}`, ADVICE)
  } finally {
    mailer.close()
  }
}
