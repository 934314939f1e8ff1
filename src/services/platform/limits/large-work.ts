/** Large work beside many requests: at most a few runs at once, and each in turns of the event loop. */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Problem } from '../../../core/platform/errors.ts'
import { Semaphore } from '../../../core/platform/limits/semaphore.ts'

/** Seconds after which refused work may be retried. */
const RETRY_AFTER_SECONDS = 5

const createBusyProblem = (): Problem =>
  new Problem('SERVICE_UNAVAILABLE', 'Too many requests of this kind are in progress', undefined, RETRY_AFTER_SECONDS)

/** Returns a semaphore that refuses with SERVICE_UNAVAILABLE. */
export const createQueue = (limit: number, maxWaiting: number): Semaphore =>
  new Semaphore(limit, maxWaiting, createBusyProblem)

/** Items of a turn: a few milliseconds of work. */
const ITEMS_AT_ONCE = 100

/** Converts all items in their order. */
export async function convertInTurns<T, R>(items: Iterable<T>, convert: (item: T) => R): Promise<R[]> {
  const converted: R[] = []
  for (const item of items) {
    converted.push(convert(item))
    if (converted.length % ITEMS_AT_ONCE === 0) await yieldToEventLoop()
  }
  return converted
}

/** Runs a generator to its end. Each step of it is a turn. */
export async function runInTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await yieldToEventLoop()
  }
}
