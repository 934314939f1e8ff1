import type { Config } from '../config/config.ts'
import { type Clock, createContext } from '../runtime/context.ts'
import { openDatabase } from '../runtime/open-database.ts'
import type { Context } from '../services/platform/context.ts'

/**
 * Opens the database for a short command, and closes it afterwards.
 *
 * @throws StartError
 */
export async function withContext<T>(config: Config, clock: Clock, work: (context: Context) => Promise<T>): Promise<T> {
  const { store } = await openDatabase(config, clock.now())
  try {
    return await work(createContext({ store, plans: config.plans, clock }))
  } finally {
    await store.close()
  }
}
