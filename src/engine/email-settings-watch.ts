/** Reads the settings of the mail server again, so that a change on another server is used without a restart. */
import { SECOND_MS } from '../core/platform/time/time.ts'
import type { Context } from '../services/platform/context.ts'
import type { InstanceMail } from '../services/platform/instance-mail.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Longest delay of a change, unless the message of the other server arrives earlier. */
const IDLE_MS = 5 * SECOND_MS

interface EmailSettingsWatchOptions {
  context: Pick<Context, 'now' | 'meter'>
  mail: Pick<InstanceMail, 'refresh'>
  log: LoopLog
}

export function startEmailSettingsWatch({ context, mail, log }: EmailSettingsWatchOptions): Loop {
  const run = async () => {
    await mail.refresh()
    return null
  }
  return startLoop({
    name: 'email settings watch',
    run,
    idleMs: IDLE_MS,
    log,
    now: context.now,
    meter: context.meter,
  })
}
