/**
 * Preloaded into a server (`NODE_OPTIONS=--import`). It moves the wall clock ahead by the milliseconds in a file, also
 * in worker threads. Timers and `performance.now` are unaffected, as when the clock of a machine is set.
 */
import { readFileSync } from 'node:fs'

/** How often the file is read. */
const READ_EVERY_MS = 50

const file = process.env.SHIFTED_CLOCK_FILE
const realNow = Date.now
let shiftMs = 0
let readAt = Number.NEGATIVE_INFINITY

function now(): number {
  if (file !== undefined && performance.now() - readAt > READ_EVERY_MS) {
    readAt = performance.now()
    shiftMs = Number(readFileSync(file, 'utf8')) || 0
  }
  return realNow() + shiftMs
}

const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
})
