/** Plays a scenario in a thread of its own: the world takes over the timers of its thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { withCleanup } from '../../support/cleanup.ts'
import { type Judgement, judge } from '../judge.ts'
import { makeScript } from '../make-script.ts'
import { play } from './play.ts'

export interface WorkerTask {
  seed: number
  /** Of the scenario in the script. */
  place: number
}

export interface WorkerResult extends WorkerTask {
  judgement: Judgement
}

async function work({ seed, place }: WorkerTask): Promise<void> {
  const scenario = makeScript(seed).scenarios[place]!
  const report = await withCleanup((t) => play(t, scenario, { seed }))
  parentPort!.postMessage({ seed, place, judgement: judge(scenario, report) } satisfies WorkerResult)
}

await work(workerData)
