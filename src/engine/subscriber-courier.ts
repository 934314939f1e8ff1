/**
 * Sends updates to subscribers of status pages. Any number of servers may run this courier. It sends a few emails at a
 * time, so that thousands of subscribers never delay an alert.
 */

import { ChannelError } from '../channels/channel-error.ts'
import { hasMailServer, type Mailer } from '../channels/mailer.ts'
import { toFailure } from '../channels/send-attempt.ts'
import { type SubscriptionLinks, toSubscriptionUrl } from '../channels/signed-links.ts'
import { createUpdateEmail } from '../channels/subscriber-email.ts'
import type { Outcome } from '../core/notifications/delivery.ts'
import { getPageOrigin, getPageUrl } from '../core/status-pages/status-page.ts'
import type { Context } from '../services/platform/context.ts'
import {
  claimEmails,
  type FinishedEmail,
  getNextEmailAt,
  type SubscriberEmail,
  saveEmailOutcomes,
  scheduleMailServerTrial,
} from '../services/status-pages/subscriber-emails.ts'
import { queueDueUpdates } from '../services/status-pages/subscriber-updates.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Emails in flight: the mailer has five connections, and alerts need some of them. */
const CONCURRENCY = 3

/** Emails per claim; each may take a minute, and a claim must outlast all of them. */
const CLAIM_BATCH = 30

/** Poll interval. It limits the delay of committed updates, which are usually not due earlier. */
const IDLE_MS = 10_000

interface SubscriberCourierOptions {
  context: Pick<Context, 'store' | 'serverId' | 'now' | 'newId'> & Partial<Pick<Context, 'meter' | 'wake'>>
  /** Null without a mail server; queued emails are then given up. */
  mailer: Mailer | null
  links: SubscriptionLinks
  /** Public URL of the service, without a trailing slash. */
  baseUrl: string
  log: LoopLog
  /** 0 to 1; spreads the retries. */
  random?: () => number
}

/** @returns a loop; stopping it waits for emails in flight and leaves the rest for later */
export function startSubscriberCourier(options: SubscriberCourierOptions): Loop {
  const { context, log, random = Math.random } = options
  let isStopping = false

  const run = async (): Promise<number | null> => {
    const nextUpdateAt = await queueDueUpdates(context)
    await scheduleMailServerTrial(context)
    const mails = await claimEmails(context, CLAIM_BATCH)
    if (mails.length > 0) await saveEmailOutcomes(context, await sendAll(mails), random)
    return findEarliest(nextUpdateAt, await getNextEmailAt(context))
  }

  /**
   * Sends emails in the given order, a few at a time. Skips a claim that expired while the process was suspended,
   * because another server may have sent the email.
   */
  const sendAll = async (mails: readonly SubscriberEmail[]): Promise<FinishedEmail[]> => {
    const ended: FinishedEmail[] = []
    const waiting = [...mails]
    const sendNext = async (): Promise<void> => {
      for (let mail = waiting.shift(); mail; mail = waiting.shift())
        ended.push({
          mail,
          outcome: isStopping || mail.claim.until <= context.now() ? null : await send(mail, options),
        })
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, sendNext))
    return ended
  }

  const loop = startLoop({
    name: 'subscriber courier',
    run,
    idleMs: IDLE_MS,
    log,
    now: context.now,
    meter: context.meter,
    random,
  })
  return {
    wake: loop.wake,
    stop: () => {
      isStopping = true
      return loop.stop()
    },
  }
}

/** Never throws. */
async function send(
  { claim, id, page, items }: SubscriberEmail,
  { mailer, links, baseUrl, log }: SubscriberCourierOptions,
): Promise<Outcome> {
  if (!hasMailServer(mailer)) return toFailure('no mail server is configured', { permanent: true })
  const pageLink = { name: page.name, url: getPageUrl(baseUrl, page), timezone: page.timezone }
  const unsubscribe = toSubscriptionUrl(
    getPageOrigin(baseUrl, page),
    'end',
    links.createToken('end', claim.subscriberId),
  )
  try {
    await mailer.send(createUpdateEmail(pageLink, { address: claim.email, unsubscribe }, items, id))
    return { delivered: true }
  } catch (err) {
    if (err instanceof ChannelError) return toFailure(err.message, err)
    log.error({ err, subscriber: claim.subscriberId }, 'failed to build subscriber email')
    return toFailure('internal error: failed to build the email')
  }
}

function findEarliest(...times: (number | null)[]): number | null {
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? Math.min(...known) : null
}
