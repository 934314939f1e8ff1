/**
 * The minimum that Node needs for a check: a loop of new connections in its own process, without schedule, store or
 * verdict. Prints `checks cpuSeconds`.
 *
 *   node bench/support/bare.ts http|sockets|https|node-https|connect|banner|dns URL seconds [caFile]
 */
import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls'
import { promisify } from 'node:util'

export type BareKind = 'http' | 'sockets' | 'https' | 'node-https' | 'connect' | 'banner' | 'dns'

const CONCURRENCY = 32

/** @returns checks per CPU-second */
export async function runBare(kind: BareKind, url: string, seconds: number, caFile = ''): Promise<number> {
  const args = [import.meta.filename, kind, url, String(seconds), caFile]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const [checks, cpuSeconds] = stdout.split(' ').map(Number)
  return checks! / cpuSeconds!
}

const checkHttp = (url: URL): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, headers: { connection: 'close' } }, (response) => {
      response.resume().on('end', resolve)
    })
    request.on('error', reject)
  })

/** A full handshake: no session is kept. */
const checkNodeHttps = (url: URL, secureContext: SecureContext): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = { agent: false, secureContext, maxCachedSessions: 0, headers: { connection: 'close' } }
    const request = https.get(url, options, (response) => {
      response.resume().on('end', resolve)
    })
    request.on('error', reject)
  })

const requestText = (url: URL): string => `GET / HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`

const checkSocket = (url: URL, context: SecureContext | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const endpoint = { host: url.hostname, port: Number(url.port) }
    const socket = context ? connectTls({ ...endpoint, secureContext: context }) : connect(endpoint)
    socket.on('error', reject)
    socket.on('data', () => {})
    socket.on('close', resolve)
    socket.write(requestText(url))
  })

const checkConnect = (url: URL): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port) }, () => {
      socket.destroy()
      resolve()
    })
    socket.on('error', reject)
  })

const checkBanner = (url: URL): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port) })
    socket.on('error', reject)
    socket.on('data', (bytes: Buffer) => {
      socket.destroy()
      if (bytes.toString('latin1', 0, 3) === '220') resolve()
      else reject(new Error('no greeting'))
    })
  })

/** A query for the address of `bench.test`. */
const QUESTION = Buffer.from('0000010000010000000000000562656e6368047465737400' + '00010001', 'hex')

/** Uses one socket for all queries, matched by id. */
function createDnsClient(url: URL): () => Promise<void> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 })
  const waiting = new Map<number, () => void>()
  let id = 0
  socket.on('message', (reply) => {
    const settle = waiting.get(reply.readUInt16BE(0))
    waiting.delete(reply.readUInt16BE(0))
    settle?.()
  })
  return () =>
    new Promise((resolve) => {
      id = (id + 1) % 65_536
      waiting.set(id, resolve)
      const question = Buffer.from(QUESTION)
      question.writeUInt16BE(id, 0)
      socket.send(question, Number(url.port), url.hostname)
    })
}

const CHECKS: Record<BareKind, (url: URL, context: SecureContext | null) => () => Promise<void>> = {
  http: (url) => () => checkHttp(url),
  sockets: (url) => () => checkSocket(url, null),
  https: (url, context) => () => checkSocket(url, context),
  'node-https': (url, context) => () => checkNodeHttps(url, context!),
  connect: (url) => () => checkConnect(url),
  banner: (url) => () => checkBanner(url),
  dns: createDnsClient,
}

/** @returns the number of checks */
async function repeatCheck(check: () => Promise<void>, lengthMs: number): Promise<number> {
  const end = performance.now() + lengthMs
  let checks = 0
  const repeat = async () => {
    for (; performance.now() < end; checks++) await check()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, repeat))
  return checks
}

async function runLoop([kind, address, seconds, caFile]: string[]): Promise<void> {
  const url = new URL(address!)
  const context = kind!.endsWith('https') ? createSecureContext({ ca: readFileSync(caFile!) }) : null
  const check = CHECKS[kind as BareKind](url, context)
  // The first checks are compiled, which takes longer than the checks
  await repeatCheck(check, (Number(seconds) * 1000) / 3)
  const before = process.cpuUsage()
  const checks = await repeatCheck(check, Number(seconds) * 1000)
  const { user, system } = process.cpuUsage(before)
  // Exits explicitly, since the socket for queries stays open
  process.stdout.write(`${checks} ${(user + system) / 1e6}`, () => process.exit())
}

if (import.meta.main) await runLoop(process.argv.slice(2))
