/** For commands that clean up when a signal ends them. */
import { StartError } from '../core/platform/errors.ts'

/** The user stopped the command, which needs no explanation. */
class StoppedError extends StartError {
  override readonly name = 'Stopped'
}

/** Runs `work`, which stops when its signal is aborted. */
export async function runStoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = () => controller.abort(new StoppedError('Stopped.'))
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  try {
    return await work(controller.signal)
  } catch (error) {
    // Errors caused by the stop are not reported as failures
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
}
