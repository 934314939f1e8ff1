/** prometheus-blackbox-exporter as a baseline: it checks on each HTTP request, and neither schedules nor stores. */
import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { type Cleanup, createTestFolder } from '../../test/support/database/stores.ts'
import { findFreePort } from '../../test/support/targets/free-port.ts'
import { waitUntil } from '../../test/support/time/until.ts'
import { readTreeCpuSeconds } from './cpu.ts'

const PROGRAM = 'prometheus-blackbox-exporter'
const CONCURRENCY = 16

const createConfig = (caFile: string) => `modules:
  http: {prober: http, timeout: 5s, http: {preferred_ip_protocol: ip4}}
  https: {prober: http, timeout: 5s, http: {preferred_ip_protocol: ip4, tls_config: {ca_file: "${caFile}"}}}
  tcp: {prober: tcp, timeout: 5s}
  banner: {prober: tcp, timeout: 5s, tcp: {query_response: [{expect: "^220"}]}}
  icmp: {prober: icmp, timeout: 5s, icmp: {preferred_ip_protocol: ip4}}
  dns: {prober: dns, timeout: 5s, dns: {query_name: "bench.test", query_type: A, transport_protocol: udp, preferred_ip_protocol: ip4}}
`
export type BlackboxModule = 'http' | 'https' | 'tcp' | 'banner' | 'icmp' | 'dns'

export interface Blackbox {
  /** @returns checks per CPU-second at saturation; NaN when they do not pass */
  measure(module: BlackboxModule, target: string, seconds: number): Promise<number>
}

/**
 * Starts the exporter; null if it is not installed.
 *
 * @param caFile authority that it trusts. Defaults to the system's
 */
export async function startBlackbox(t: Cleanup, caFile = ''): Promise<Blackbox | null> {
  if (!isInstalled()) return null
  const file = join(createTestFolder(t), 'blackbox.yml')
  writeFileSync(file, createConfig(caFile))
  const port = await findFreePort()
  const args = [`--config.file=${file}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error']
  const child = spawn(PROGRAM, args, { stdio: 'ignore' })
  t.after(() => void child.kill('SIGTERM'))
  const origin = `http://127.0.0.1:${port}`
  await waitUntil(async () => (await fetch(`${origin}/-/healthy`)).ok, 'the blackbox exporter')
  return {
    measure: (module, target, seconds) =>
      measureSaturated(child.pid!, `${origin}/probe?module=${module}&target=${encodeURIComponent(target)}`, seconds),
  }
}

function isInstalled(): boolean {
  try {
    execFileSync(PROGRAM, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function measureSaturated(pid: number, url: string, seconds: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  if (!/^probe_success 1$/m.test(await get(url, agent))) return Number.NaN
  const before = readTreeCpuSeconds(pid)
  const end = performance.now() + seconds * 1000
  let checks = 0
  const runLoop = async () => {
    for (; performance.now() < end; checks++) await get(url, agent)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runLoop))
  agent.destroy()
  return checks / (readTreeCpuSeconds(pid) - before)
}

const get = (url: string, agent: http.Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.on('end', () => resolve(text))
    })
    request.on('error', reject)
  })
