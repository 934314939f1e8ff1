/**
 * Mail that a request causes. It leaves after the answer: nobody waits for a mail server, and how long an answer takes
 * does not tell whether there was somebody to write to. What cannot be sent is logged; whoever misses it asks again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { EmailMessage, Mailer } from '../../channels/mailer.ts'
import type { Limits } from '../../services/platform/rate-limits.ts'
import { runAfterRequestCommit } from '../../store/platform/session.ts'

/** What others have sent to one address in 15 minutes, so that nobody's mailbox can be flooded from here. */
const MAILS_PER_MAILBOX = 5

type ComposeMail = () => EmailMessage | null | Promise<EmailMessage | null>

export interface AccountMail {
  /** Whether there is a mail server. */
  isOpen: boolean
  /**
   * Sends what `write` makes to people about their own account, or nothing when that is null. Never throws. Whoever may
   * cause it is counted there: what strangers send must not keep a warning from its reader.
   */
  send(write: ComposeMail): void
  /** The same for what somebody sends to an address of their choice. */
  sendForAnother(write: ComposeMail): void
  /** Resolves when nothing is on its way any more: within the time that a mail may take. */
  waitUntilSent(): Promise<void>
}

export function createAccountMail(mailer: Mailer | null, limits: Limits, log: FastifyBaseLogger | false): AccountMail {
  const mailboxes = limits.limiter('mail to mailbox', MAILS_PER_MAILBOX)
  const pending = new Set<Promise<void>>()

  async function deliver(mailer: Mailer, write: ComposeMail, isForAnother: boolean): Promise<void> {
    try {
      await nextTurn() // when the answer has left
      const mail = await write()
      if (!mail) return
      if (isForAnother && mailboxes.findRefusal(await mailboxes.count(mail.to), 'mails'))
        throw new Error('too many emails to this address')
      await mailer.send(mail)
    } catch (err) {
      if (log) log.warn({ err }, 'failed to send an email')
    }
  }

  function begin(write: ComposeMail, isForAnother: boolean): void {
    if (mailer) runAfterRequestCommit(() => trackDelivery(deliver(mailer, write, isForAnother)))
  }

  function trackDelivery(delivering: Promise<void>): void {
    const sending = delivering.finally(() => pending.delete(sending))
    pending.add(sending)
  }

  return {
    isOpen: mailer !== null,
    send: (write) => begin(write, false),
    sendForAnother: (write) => begin(write, true),
    async waitUntilSent() {
      await Promise.all(pending)
    },
  }
}
