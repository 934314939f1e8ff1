/** Two servers on one PostgreSQL, with or without HAProxy in front. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Program } from '../../support/programs/program.ts'
import { findFreePort } from '../../support/targets/free-port.ts'
import { waitUntil } from '../../support/time/until.ts'
import { NotRun } from '../attack.ts'
import type { Stage } from './stage.ts'

/** @returns a function that starts one more server on the database of the stage */
export async function openFleet(stage: Stage, env: Record<string, string> = {}): Promise<() => Promise<Program>> {
  const database = await stage.environment()
  return () =>
    stage.start({
      env: { ...database, WK_SECRET: 'one secret for both of the servers', ...env, WK_DATA_DIR: stage.folder() },
    })
}

export async function startPair(stage: Stage, env: Record<string, string> = {}): Promise<[Program, Program]> {
  const start = await openFleet(stage, env)
  return Promise.all([start(), start()])
}

/** How long the probes of a region may take to share the monitors after one joins, with a margin. */
const HANDOVER_MS = 25_000

/** Starts two servers and waits until their probes share the region. */
export async function startSettledPair(stage: Stage): Promise<[Program, Program]> {
  const servers = await startPair(stage)
  await delay(HANDOVER_MS)
  return servers
}

export interface Balancer {
  url: string
  /** Returns log lines about servers that are down. */
  troubles(): string[]
}

export interface BalancerOptions {
  checkPath: string
  checkEveryMs: number
}

/** @throws NotRun when HAProxy is not installed */
export async function startBalancer(
  stage: Stage,
  servers: readonly Program[],
  { checkPath, checkEveryMs }: BalancerOptions,
): Promise<Balancer> {
  if (spawnSync('haproxy', ['-v']).status !== 0) throw new NotRun('haproxy is not installed (apt-get install haproxy)')
  const port = await findFreePort()
  const file = join(stage.folder(), 'haproxy.cfg')
  const backends = servers.map(
    ({ url }, number) => `  server s${number} ${new URL(url).host} check inter ${checkEveryMs}`,
  )
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 10s
  timeout server 10s
  timeout check 2s
  option httpchk
  option forwardfor
  http-check send meth GET uri ${checkPath}
listen watchkeeper
  bind 127.0.0.1:${port}
${backends.join('\n')}
`,
  )
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => (log += chunk))
  stage.after(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await ended
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntil(async () => (await fetch(`${url}/api/health`)).ok, `HAProxy (${log})`)
  return { url, troubles: () => log.split('\n').filter((line) => /is DOWN|no server available/.test(line)) }
}
