/** The thread of the watchdog, for servers without a probe whose thread could watch. */
import { workerData } from 'node:worker_threads'
import { watchMainThread } from '../runtime/watchdog.ts'

watchMainThread(workerData)
