/**
 * Mail that a request causes. It leaves after the answer: nobody waits for a mail server, and how long an answer takes
 * does not tell whether there was somebody to write to. What cannot be sent is logged; whoever misses it asks again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Mail, Mailer } from '../../channels/mailer.ts'
import type { Limits } from '../../services/platform/rate-limits.ts'
import { whenCommitted } from '../../store/platform/session.ts'

/** What others have sent to one address in 15 minutes, so that nobody's mailbox can be flooded from here. */
const MAILS_PER_MAILBOX = 5

type Write = () => Mail | null | Promise<Mail | null>

export interface Post {
  /** Whether there is a mail server. */
  isOpen: boolean
  /**
   * Sends what `write` makes to people about their own account, or nothing when that is null. Never throws. Whoever may
   * cause it is counted there: what strangers send must not keep a warning from its reader.
   */
  send(write: Write): void
  /** The same for what somebody sends to an address of their choice. */
  sendForAnother(write: Write): void
  /** Resolves when nothing is on its way any more: within the time that a mail may take. */
  settled(): Promise<void>
}

export function makePost(mailer: Mailer | null, limits: Limits, log: FastifyBaseLogger | false): Post {
  const mailboxes = limits.limiter('mail to mailbox', MAILS_PER_MAILBOX)
  const underway = new Set<Promise<void>>()

  async function deliver(mailer: Mailer, write: Write, isForAnother: boolean): Promise<void> {
    try {
      await nextTurn() // when the answer has left
      const mail = await write()
      if (!mail) return
      if (isForAnother && mailboxes.refusal(await mailboxes.count(mail.to), 'mails'))
        throw new Error('too many mails to this address')
      await mailer.send(mail)
    } catch (err) {
      if (log) log.warn({ err }, 'a mail was not sent')
    }
  }

  function begin(write: Write, isForAnother: boolean): void {
    if (mailer) whenCommitted(() => keep(deliver(mailer, write, isForAnother)))
  }

  function keep(delivering: Promise<void>): void {
    const sending = delivering.finally(() => underway.delete(sending))
    underway.add(sending)
  }

  return {
    isOpen: mailer !== null,
    send: (write) => begin(write, false),
    sendForAnother: (write) => begin(write, true),
    async settled() {
      await Promise.all(underway)
    },
  }
}
