/** Everything that goes on in the background while the server runs, each a loop of its own. Any number of servers run them. */
import type { Attempt } from '../channels/attempt.ts'
import type { Mailer } from '../channels/mailer.ts'
import { makeSubscriptionLinks } from '../channels/subscription-link.ts'
import { type Continuity, TICK_MS } from '../core/platform/continuity.ts'
import type { ServiceSecret } from '../core/platform/service-secret.ts'
import { startClockWatch } from '../engine/clock-watch.ts'
import { startCourier } from '../engine/courier.ts'
import { startDatabaseWatch } from '../engine/database-watch.ts'
import { startDomainWatch } from '../engine/domain-watch.ts'
import { startExpiryWatch } from '../engine/expiry-watch.ts'
import { startFlapWatch } from '../engine/flap-watch.ts'
import { startHeartbeatWatch } from '../engine/heartbeat-watch.ts'
import { startHoldWatch } from '../engine/hold-watch.ts'
import { startIdempotencySweep } from '../engine/idempotency-sweep.ts'
import { startMaintenanceWatch } from '../engine/maintenance-watch.ts'
import { startProbeWatch } from '../engine/probe-watch.ts'
import { startRateLimitSweep } from '../engine/rate-limit-sweep.ts'
import { startReminderWatch } from '../engine/reminder-watch.ts'
import { startReplicaWatch } from '../engine/replica-watch.ts'
import { startRetention } from '../engine/retention.ts'
import { startSealWatch } from '../engine/seal-watch.ts'
import { startSilenceWatch } from '../engine/silence-watch.ts'
import { startSubscriberCourier } from '../engine/subscriber-courier.ts'
import type { DomainLookup } from '../registries/index.ts'
import type { ClockSync } from '../services/platform/clock-sync.ts'
import type { Context } from '../services/platform/context.ts'
import type { Sealing } from '../services/platform/sealing.ts'
import type { Logger } from './log.ts'

interface LoopsOptions {
  context: Context
  clockSync: ClockSync
  /** Follows the ticks and the writes of these loops. */
  continuity: Continuity
  /** By how much the service's time is ahead of this machine's clock, ms. */
  onClockLead: (leadMs: number) => void
  attempt: Attempt
  mailer: Mailer | null
  /** Of the service. */
  secret: ServiceSecret
  sealing: Sealing
  /** Where people reach the service. */
  baseUrl: string
  lookup: DomainLookup
  /** Null where no probe is at hand. */
  checkParent: Parameters<typeof startHoldWatch>[0]['check']
  log: Logger
}

export interface Loops {
  /** Something is to be told. */
  wakeCourier(): void
  /** Resolves when what was under way has ended. */
  stop(): Promise<void>
}

export function startLoops(options: LoopsOptions): Loops {
  const {
    context,
    clockSync,
    continuity,
    onClockLead: onLead,
    attempt,
    mailer,
    secret,
    sealing,
    baseUrl,
    lookup,
    checkParent,
    log,
  } = options
  const ticker = setInterval(() => continuity.tick(context.now(), context.elapsed()), TICK_MS)
  const courier = startCourier({ context, attempt, log })
  const all = [
    courier,
    startClockWatch({ context, clockSync, onLead, log }),
    startSubscriberCourier({ context, mailer, links: makeSubscriptionLinks(secret), baseUrl, log }),
    startDatabaseWatch(context, log),
    startSilenceWatch(context, log, continuity.unsettledMs),
    startHeartbeatWatch({ context, continuity, log }),
    startIdempotencySweep(context, log),
    startRateLimitSweep(context, log),
    startDomainWatch({ context, lookup, log }),
    startRetention({ context, log }),
    startExpiryWatch({ context, log }),
    startHoldWatch({ context, check: checkParent, continuity, log }),
    startReminderWatch(context, log, continuity.unsettledMs),
    startMaintenanceWatch(context, log, continuity.unsettledMs),
    startFlapWatch(context, log, continuity.unsettledMs),
    ...(context.store.replica ? [startReplicaWatch(context, context.store.replica, log)] : []),
    startProbeWatch({ context, onLook: (at) => continuity.wrote(at), log }),
    startSealWatch({ context, sealing, log }),
  ]
  return {
    wakeCourier: () => courier.wake(),
    stop: async () => {
      clearInterval(ticker)
      await Promise.all(all.map((loop) => loop.stop()))
    },
  }
}
