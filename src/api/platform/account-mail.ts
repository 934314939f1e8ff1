/**
 * Account emails caused by requests. They are sent after the response, so that no client waits for a mail server. The
 * duration of a response thus does not reveal whether an account exists. Failures are logged; the user can request the
 * email again.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type EmailMessage, hasMailServer, type Mailer } from '../../channels/mailer.ts'
import type { Limits } from '../../services/platform/limits/rate-limits.ts'
import { runAfterRequestCommit } from '../../store/platform/session.ts'

/** Emails to one address requested by other people in 15 minutes. The limit protects mailboxes from floods. */
const MAILS_PER_MAILBOX = 5

type ComposeMail = () => EmailMessage | null | Promise<EmailMessage | null>

export interface AccountMail {
  /** Whether a mail server is configured. */
  readonly isAvailable: boolean
  /**
   * Sends the email that `write` returns to the owner of an account, or nothing for null. Never throws. These emails
   * count against no mailbox limit, so that requests of strangers cannot block a warning. The callers limit the
   * requests instead.
   */
  send(write: ComposeMail): void
  /** Sends an email to an address that another user chose. The mailbox limit applies. */
  sendForAnother(write: ComposeMail): void
  /** Resolves when no email is being sent, at the latest after the mail timeout. */
  waitUntilSent(): Promise<void>
}

export function createAccountMail(mailer: Mailer | null, limits: Limits, log: FastifyBaseLogger | false): AccountMail {
  const mailboxes = limits.limiter('mail to mailbox', MAILS_PER_MAILBOX)
  const pending = new Set<Promise<void>>()

  async function deliver(mailer: Mailer, write: ComposeMail, isForAnother: boolean): Promise<void> {
    try {
      await yieldToEventLoop() // after the answer was sent
      const mail = await write()
      if (!mail) return
      if (isForAnother && mailboxes.findRefusal(await mailboxes.count(mail.to), 'mails'))
        throw new Error('too many emails to this address')
      await mailer.send(mail, true)
    } catch (err) {
      if (log) log.warn({ err }, 'failed to send an email')
    }
  }

  function startDelivery(write: ComposeMail, isForAnother: boolean): void {
    if (hasMailServer(mailer)) runAfterRequestCommit(() => trackDelivery(deliver(mailer, write, isForAnother)))
  }

  function trackDelivery(delivering: Promise<void>): void {
    const sending = delivering.finally(() => pending.delete(sending))
    pending.add(sending)
  }

  return {
    get isAvailable() {
      return hasMailServer(mailer)
    },
    send: (write) => startDelivery(write, false),
    sendForAnother: (write) => startDelivery(write, true),
    async waitUntilSent() {
      await Promise.all(pending)
    },
  }
}
