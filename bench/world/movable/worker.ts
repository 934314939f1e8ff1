/** Plays a scenario in its own thread, because the world replaces the timers of its thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { withCleanup } from '../../support/cleanup.ts'
import { createScript } from '../create-script.ts'
import { type Judgement, judge } from '../judge.ts'
import { runScenario } from './run-scenario.ts'

export interface WorkerTask {
  seed: number
  /** Index of the scenario in the script. */
  scenarioIndex: number
}

export interface WorkerResult extends WorkerTask {
  judgement: Judgement
}

async function runTask({ seed, scenarioIndex }: WorkerTask): Promise<void> {
  const scenario = createScript(seed).scenarios[scenarioIndex]!
  const report = await withCleanup((t) => runScenario(t, scenario, { seed }))
  parentPort!.postMessage({ seed, scenarioIndex, judgement: judge(scenario, report) } satisfies WorkerResult)
}

await runTask(workerData)
