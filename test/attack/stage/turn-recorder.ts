/** Loaded into a server under attack: writes each long turn of its event loop to a file, in ms of processor time. */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** A shorter turn is not written. */
const MIN_MS = 5

const file = process.env.TURNS_FILE
if (isMainThread && file) {
  let before = process.threadCpuUsage()
  // A timer runs once in each turn
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1_000
    if (ms >= MIN_MS) appendFileSync(file, `${ms.toFixed(1)}\n`)
    before = process.threadCpuUsage()
  }, 1).unref()
}
