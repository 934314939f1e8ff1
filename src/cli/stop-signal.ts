/** For commands that leave nothing half done when somebody ends them. */
import { StartError } from '../core/platform/start-error.ts'

/** Whoever ended it knows; there is nothing to explain. */
class StoppedError extends StartError {
  override readonly name = 'Stopped'
}

/** Runs `work`, which gives up when its signal says so. */
export async function runStoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = () => controller.abort(new StoppedError('Stopped.'))
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  try {
    return await work(controller.signal)
  } catch (error) {
    // What breaks because it was ended is not told as a failure
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
}
