/** Runs promtool, which checks metrics and tests alert rules. It is not a dependency of the project. */
import { spawnSync } from 'node:child_process'

/** False when promtool can run; otherwise how to install it. */
export const PROMTOOL_MISSING: false | string = spawnSync('promtool', ['--version']).error
  ? 'promtool is missing; get it with: apt-get install --no-install-recommends prometheus (.ci/run does that)'
  : false

export interface Verdict {
  status: number | null
  output: string
}

export function promtool(args: readonly string[], input = ''): Verdict {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
