/**
 * The least that Node needs for a check: a loop of fresh connections in a process of its own, without schedule, store or
 * verdict. Prints `checks cpuSeconds`.
 *
 *   node bench/support/bare.ts http|sockets|https URL seconds [caFile]
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { connect } from 'node:net'
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls'
import { promisify } from 'node:util'

export type BareKind = 'http' | 'sockets' | 'https'

const CONCURRENCY = 32

/** @returns checks per CPU-second */
export async function runBare(kind: BareKind, url: string, seconds: number, caFile = ''): Promise<number> {
  const args = [import.meta.filename, kind, url, String(seconds), caFile]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const [checks, cpuSeconds] = stdout.split(' ').map(Number)
  return checks! / cpuSeconds!
}

const viaHttp = (url: URL): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, headers: { connection: 'close' } }, (response) => {
      response.resume().on('end', resolve)
    })
    request.on('error', reject)
  })

const requestText = (url: URL): string => `GET / HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`

const viaSocket = (url: URL, context: SecureContext | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const place = { host: url.hostname, port: Number(url.port) }
    const socket = context ? connectTls({ ...place, secureContext: context }) : connect(place)
    socket.on('error', reject)
    socket.on('data', () => {})
    socket.on('close', resolve)
    socket.write(requestText(url))
  })

async function loop([kind, address, seconds, caFile]: string[]): Promise<void> {
  const url = new URL(address!)
  const context = kind === 'https' ? createSecureContext({ ca: readFileSync(caFile!) }) : null
  const check = () => (kind === 'http' ? viaHttp(url) : viaSocket(url, context))
  const end = performance.now() + Number(seconds) * 1000
  const before = process.cpuUsage()
  let checks = 0
  const lane = async () => {
    for (; performance.now() < end; checks++) await check()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  const { user, system } = process.cpuUsage(before)
  process.stdout.write(`${checks} ${(user + system) / 1e6}`)
}

if (import.meta.main) await loop(process.argv.slice(2))
