/** The clocks of this machine. */
import { uptime } from 'node:os'
import type { Machine } from '../core/platform/service-clock.ts'

export const MACHINE: Machine = { wall: Date.now, monotonic: () => performance.now(), uptime }
