/** The clocks of this machine. */
import { uptime } from 'node:os'
import type { MachineClocks } from '../core/platform/time/service-clock.ts'
import type { Clock } from '../runtime/context.ts'

export const MACHINE: MachineClocks = { wall: Date.now, monotonic: () => performance.now(), uptime }

/** For short-lived programs: the wall clock, uncorrected. */
export const PLAIN_CLOCK: Clock = { now: MACHINE.wall, elapsed: MACHINE.monotonic }
