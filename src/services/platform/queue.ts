/** Bounds large work, so that much of it at once neither fills the memory nor starves other work. */
import { Problem } from '../../core/platform/errors.ts'
import { Semaphore } from '../../core/platform/semaphore.ts'

/** Seconds after which work that found no room may be tried again. */
const RETRY_AFTER_SECONDS = 5

const createBusyProblem = (): Problem =>
  new Problem('SERVICE_UNAVAILABLE', 'Too many requests of this kind are in progress', undefined, RETRY_AFTER_SECONDS)

/** Returns a semaphore that refuses with SERVICE_UNAVAILABLE. */
export const createQueue = (limit: number, maxWaiting: number): Semaphore =>
  new Semaphore(limit, maxWaiting, createBusyProblem)
