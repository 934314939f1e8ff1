/** Background loops of the server. Several servers may run them at the same time. */

import type { SendTools } from '../channels/channel.ts'
import { createSendRepeat } from '../channels/repeat.ts'
import { createSendAttempt, type SendAttempt } from '../channels/send-attempt.ts'
import { createSubscriptionLinks } from '../channels/signed-links.ts'
import type { ServiceSecret } from '../core/platform/sealing/service-secret.ts'
import { TICK_MS } from '../core/platform/time/continuity.ts'
import { startAlertRepeater } from '../engine/alert-repeater.ts'
import { startCourier } from '../engine/courier.ts'
import { startDomainWatch } from '../engine/domain-watch.ts'
import { startEmailSettingsWatch } from '../engine/email-settings-watch.ts'
import { startHoldWatch } from '../engine/hold-watch.ts'
import { type Engine, startPlainLoops } from '../engine/loops.ts'
import { startReplicaWatch } from '../engine/replica-watch.ts'
import { startRetention } from '../engine/retention.ts'
import { startSubscriberCourier } from '../engine/subscriber-courier.ts'
import type { DomainLookup } from '../registries/index.ts'
import type { InstanceMail } from '../services/platform/instance-mail.ts'
import type { Logger } from './log.ts'

interface LoopsOptions extends Engine {
  attempt: SendAttempt
  sendTools: SendTools
  instanceMail?: InstanceMail
  /** The secret of the service. */
  secret: ServiceSecret
  lookup: DomainLookup
  /** Null when no probe is available. */
  checkDependency: Parameters<typeof startHoldWatch>[0]['check']
  log: Logger
}

interface Loops {
  /** Wakes the courier when notifications are pending. */
  wakeCourier(): void
  /** Wakes the watch of the email settings when they changed. */
  wakeMail(): void
  /** Resolves when running work has ended. */
  stop(): Promise<void>
}

export function startLoops(options: LoopsOptions): Loops {
  const { context, continuity, attempt, sendTools, secret, lookup, checkDependency, instanceMail: mail, log } = options
  const { mailer, baseUrl } = sendTools
  const ticker = setInterval(() => continuity.tick(context.now(), context.elapsed()), TICK_MS)
  const inquire = createSendAttempt({ ...sendTools, isInquiry: true }, (err, { id }) =>
    log.error({ err, delivery: id }, 'unexpected error while asking a receiver'),
  )
  const courier = startCourier({ context, attempt, inquire, log })
  const mailWatch = mail && startEmailSettingsWatch({ context, mail, log })
  const all = [
    courier,
    ...(mailWatch ? [mailWatch] : []),
    ...startPlainLoops(options),
    startSubscriberCourier({ context, mailer, links: createSubscriptionLinks(secret), baseUrl, log }),
    startAlertRepeater({ context, repeat: createSendRepeat(sendTools), log }),
    startDomainWatch({ context, lookup, log }),
    startRetention({ context, log }),
    startHoldWatch({ context, check: checkDependency, continuity, log }),
    ...(context.store.replica ? [startReplicaWatch(context, context.store.replica, log)] : []),
  ]
  return {
    wakeCourier: () => courier.wake(),
    wakeMail: () => mailWatch?.wake(),
    stop: async () => {
      clearInterval(ticker)
      await Promise.all(all.map((loop) => loop.stop()))
    },
  }
}
