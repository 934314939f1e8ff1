/** HTTP load over persistent connections: from `wrk` if it is installed, else from a process of this file. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getPercentile } from './report.ts'
import { sized } from './size.ts'

export interface Load {
  /** Base URL, without a slash at the end. */
  origin: string
  /** Requested in turn. */
  paths: readonly string[]
  headers?: Record<string, string>
  seconds: number
  connections: number
}

/** Figures of successful responses. */
export interface LoadResult {
  count: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** `wrk` runs for whole seconds only, which is too long at toy size. */
const hasWrk = sized(true, false) && spawnSync('wrk', ['--version']).error === undefined

export const LOADER = hasWrk ? 'wrk' : 'own load'

const run = promisify(execFile)

/** @throws when a response is not successful */
export const sendLoad = (load: Load): Promise<LoadResult> => (hasWrk ? runWrk(load) : runOwn(load))

async function runOwn(load: Load): Promise<LoadResult> {
  const { stdout } = await run(process.execPath, [import.meta.filename, JSON.stringify(load)], { maxBuffer: 1 << 24 })
  return JSON.parse(stdout) as LoadResult
}

const toLuaScript = (paths: readonly string[]): string => `
local paths = { ${paths.map((path) => `"${path}"`).join(', ')} }
local n = 0
request = function()
  n = n % #paths + 1
  return wrk.format("GET", paths[n])
end`

async function runWrk({ origin, paths, headers = {}, seconds, connections }: Load): Promise<LoadResult> {
  const script = join(mkdtempSync(join(tmpdir(), 'wk-load-')), 'load.lua')
  writeFileSync(script, toLuaScript(paths))
  const headerFlags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script]
  const { stdout } = await run('wrk', [...flags, ...headerFlags, origin])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${origin}: ${stdout}`)
  const find = (pattern: RegExp) => pattern.exec(stdout)?.slice(1) ?? []
  return {
    count: Number(find(/(\d+) requests in/)[0]),
    perSecond: Number(find(/Requests\/sec:\s+([\d.]+)/)[0]),
    p50Ms: parseMs(find(/50%\s+([\d.]+)(us|ms|s)/)),
    p99Ms: parseMs(find(/99%\s+([\d.]+)(us|ms|s)/)),
  }
}

const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000 }
const parseMs = ([value, unit]: string[]): number => Number(value) * (UNITS[unit ?? ''] ?? Number.NaN)

async function generate({ origin, paths, headers = {}, seconds, connections }: Load): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const begun = performance.now()
  const times: number[] = []
  let next = 0
  const get = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sentAt = performance.now()
      const url = origin + paths[next++ % paths.length]
      const request = http.get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode}`))
        response.resume().once('end', () => {
          times.push(performance.now() - sentAt)
          resolve()
        })
      })
      request.once('error', reject)
    })
  const repeatGet = async () => {
    while (performance.now() - begun < seconds * 1_000) await get()
  }
  await Promise.all(Array.from({ length: connections }, repeatGet))
  agent.destroy()
  const perSecond = (times.length / (performance.now() - begun)) * 1_000
  times.sort((a, b) => a - b)
  return { count: times.length, perSecond, p50Ms: getPercentile(times, 0.5), p99Ms: getPercentile(times, 0.99) }
}

if (import.meta.main) process.stdout.write(JSON.stringify(await generate(JSON.parse(process.argv[2]!))))
