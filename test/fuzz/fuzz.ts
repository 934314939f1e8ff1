/** Sends random requests and reports violations of the API contract. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '../support/api/conformance/document.ts'
import { type Conformance, createConformance, listViolations } from '../support/api/conformance/list-violations.ts'
import { type Cleanup, createTestFolder } from '../support/database/stores.ts'
import { ROOT, startProgram } from '../support/programs/program.ts'
import { makeActors } from './actors.ts'
import { makeChance } from './chance.ts'
import { type Watch, watchDatabase } from './changes.ts'
import { makePool } from './pool.ts'
import { type FuzzRequest, requestOf } from './requests.ts'
import { type FuzzAnswer, makeSender, type Send } from './send.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  /** Another checkout whose program is tested. */
  root?: string
  /** Called regularly with the progress. */
  onProgress?: (line: string) => void
}

export interface Finding {
  /** The violation; the same one is reported once. */
  what: string
  request: string
  answer: string
}

export interface FuzzReport {
  findings: Finding[]
  /** Number of responses with each status. */
  statuses: Map<number, number>
  /** Operations that have succeeded at least once. */
  succeeded: Set<string>
  /** Memory of the server at the end, bytes; null when it is unknown. */
  memory: number | null
}

/** A server without background checks and without network access. Every change therefore comes from a request. */
const environment = (folder: string): Record<string, string> => ({
  WK_DATA_DIR: folder,
  WK_RATE_LIMIT: '0',
  WK_DEFAULT_PLAN: 'scale',
  WK_TRUSTED_PROXIES: '127.0.0.0/8',
  WK_LOCAL_PROBE: 'off',
  WK_LOG_LEVEL: 'error',
  WK_EGRESS_DENY: '0.0.0.0/0,::/0',
  WK_DNS_SERVERS: '127.0.0.1:9',
})

/** Far above the normal use; only a leak reaches it. */
const MOST_MEMORY = 700 * 1024 * 1024
const LOOK_EVERY = 500

export async function fuzz(t: Cleanup, options: FuzzOptions): Promise<FuzzReport> {
  const { requests, seed, root = ROOT, onProgress = () => {} } = options
  const folder = createTestFolder(t)
  const program = await startProgram(t, { env: environment(folder), root })
  const send = makeSender(program.url)
  const watch = watchDatabase(join(folder, 'watchkeeper.db'))
  t.after(() => watch.close())
  const conformance = createConformance(await readDocument(send))
  const operations = [...conformance.operations.values()]
  const chance = makeChance(seed)
  const pool = makePool(chance)
  const actors = await makeActors(send, chance, pool)
  const report: FuzzReport = { findings: [], statuses: new Map(), succeeded: new Set(), memory: null }
  const tell = (what: string, request: FuzzRequest, answer: string) => {
    if (report.findings.some((finding) => finding.what === what)) return
    const finding = { what, request: shown(request), answer: answer.slice(0, 600) }
    report.findings.push(finding)
    onProgress([finding.what, finding.request, finding.answer].join('\n  '))
  }

  for (let count = 1; count <= requests; count++) {
    const operation = chance.pick(operations)
    const as = actors.pick()
    const request = requestOf(operation, as, { document: conformance.document, chance, pool })
    const before = watch.version()
    let answer: FuzzAnswer
    try {
      answer = await send(request)
    } catch (error) {
      if (!isRefusedByClient(error)) tell(`${operation.name}: ${(error as Error).message}`, request, program.stderr())
      if (!isAlive(program.pid)) break
      continue
    }
    report.statuses.set(answer.status, (report.statuses.get(answer.status) ?? 0) + 1)
    for (const complaint of complaintsOf(request, answer, conformance)) tell(complaint, request, answer.text ?? '')
    if (isRejected(answer) && !isAllowedToChange(operation) && watch.version() !== before)
      for (const table of await changedBy(request, send, watch))
        tell(`${operation.name} ${answer.status} changes ${table}`, request, answer.text ?? '')
    if (answer.status < 300) {
      report.succeeded.add(operation.name)
      if (answer.text) learn(pool, request, answer.text)
    }
    if (answer.status === 401 && actors.isOwner(as) && request.headers.authorization === as.authorization)
      await actors.renew()
    if (count % LOOK_EVERY === 0) {
      report.memory = memoryOf(program.pid)
      if ((report.memory ?? 0) > MOST_MEMORY) tell(`memory is ${report.memory} bytes`, request, '')
      onProgress(`${count} requests, ${report.findings.length} findings, ${Math.round((report.memory ?? 0) / 1e6)} MB`)
    }
  }
  if (!isAlive(program.pid))
    report.findings.push({ what: 'the server has died', request: '', answer: program.stderr() })
  return report
}

const readDocument = async (send: Send) =>
  JSON.parse((await send({ method: 'GET', target: '/api/openapi.json', headers: {}, body: null })).text!)

function learn(pool: ReturnType<typeof makePool>, { target }: FuzzRequest, text: string): void {
  try {
    pool.learn(target.split('?', 1)[0]!, JSON.parse(text))
  } catch {
    // Not JSON, so it contains no ids
  }
}

/** The only documented 500: a system incident that names no monitor. */
const isPromised = (operation: Operation | null, text: string): boolean =>
  operation?.name === 'POST /api/incidents' && text.includes('check_id')

function complaintsOf(request: FuzzRequest, { status, headers, text }: FuzzAnswer, conformance: Conformance): string[] {
  const path = request.target.split('?', 1)[0]!
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = isUnread(text) ? null : findOperation(conformance, method, path)
  if (status >= 500 && status !== 503 && !isPromised(operation, text ?? ''))
    return [`${operation?.name ?? path}: ${status}`]
  if (!operation && status < 400) return [] // A page of the web interface
  const isReadable = request.method !== 'HEAD' && headers['content-type'] !== undefined
  return listViolations({ method, operation, status, headers, text: isReadable ? text : null }, conformance)
}

/** A request that the server could not parse has reached no operation. */
const isUnread = (text: string | null): boolean => text?.includes('headers are larger than') === true

/** Returns the operation of a path, or null. A path that cannot be decoded has none. */
function findOperation({ operations }: Conformance, method: string, path: string): Operation | null {
  const segments = (isPing(path) ? path.replace(/\/$/, '') : path).split('/')
  const matching = [...operations.values()].filter((operation) => {
    const template = operation.path.split('/')
    if (operation.method !== method || template.length !== segments.length) return false
    return template.every(
      (part, index) => part === segments[index] || (part.startsWith('{') && isParameter(segments[index]!)),
    )
  })
  // A path without parameters has precedence
  return matching.find(({ path }) => !path.includes('{')) ?? matching[0] ?? null
}

/** Pings are documented without a trailing slash, but also accept one. */
const isPing = (path: string): boolean => path.startsWith('/api/heartbeat/')

function isParameter(segment: string): boolean {
  try {
    return decodeURIComponent(segment).length <= 512
  } catch {
    return false
  }
}

const isRejected = ({ status }: FuzzAnswer): boolean => status >= 400 && status < 500

/** A refresh token that is used twice ends its session, although the request is refused. */
const isAllowedToChange = ({ name }: Operation): boolean => name === 'POST /api/auth/refresh'

/** How often a request is repeated before it is blamed for a change. */
const REPEATS = 4

/** Repeats the request. A change may have another cause, such as a pending alert, but rarely on every repeat. */
async function changedBy(request: FuzzRequest, send: Send, watch: Watch): Promise<string[]> {
  let changed: string[] | null = null
  for (let repeat = 0; repeat < REPEATS && changed?.length !== 0; repeat++) {
    const before = watch.digest()
    const { status } = await send(request)
    if (status < 400) return []
    const after = watch.digest()
    changed = [...after]
      .filter(([table, digest]) => before.get(table) !== digest)
      .map(([table]) => table)
      .filter((table) => changed?.includes(table) ?? true)
  }
  return changed ?? []
}

/** Node's client refuses to send some requests. */
const isRefusedByClient = (error: unknown): boolean =>
  ['ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS', 'ERR_INVALID_HTTP_TOKEN'].includes(
    String((error as { code?: string }).code),
  )

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Source: proc(5). Other systems do not have this file. */
function memoryOf(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

const shown = ({ method, target, headers, body }: FuzzRequest): string =>
  `${method} ${target.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${String(body ?? '').slice(0, 600)}`
