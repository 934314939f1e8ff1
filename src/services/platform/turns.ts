/** Work in turns of the event loop, between which other requests run. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

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
