/** Limits large work, so that many concurrent requests neither exhaust the memory nor starve other work. */
import { Problem } from '../../core/platform/errors.ts'
import { Semaphore } from '../../core/platform/semaphore.ts'

/** Seconds after which refused work may be retried. */
const RETRY_AFTER_SECONDS = 5

const createBusyProblem = (): Problem =>
  new Problem('SERVICE_UNAVAILABLE', 'Too many requests of this kind are in progress', undefined, RETRY_AFTER_SECONDS)

/** Returns a semaphore that refuses with SERVICE_UNAVAILABLE. */
export const createQueue = (limit: number, maxWaiting: number): Semaphore =>
  new Semaphore(limit, maxWaiting, createBusyProblem)
