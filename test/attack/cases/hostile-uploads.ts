import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineAttack } from '../attack.ts'
import { type Account, signUp } from '../stage/accounts.ts'
import { createSender, type RawResponse, type Sender } from '../stage/load.ts'
import { isAlive, memoryMiB, peakMemoryMiB, resetPeakMemory, threadCost } from '../stage/process-figures.ts'
import type { Stage } from '../stage/stage.ts'

const MOST_TURN_MS = 20
const MOST_GROWTH_MIB = 64

export const hostileUploads = defineAttack({
  name: 'hostile-uploads',
  title: 'imports and plans that never end, fill the memory, or compare each part with each',
  bar: `no turn of the event loop exceeds the turns that receive and parse the body by more than ${MOST_TURN_MS} ms. Memory grows by at most ${MOST_GROWTH_MIB} MiB`,
  databases: ['sqlite'],
  async run(stage) {
    const turnsFile = join(stage.folder(), 'turns')
    const server = await stage.start({ env: { NODE_OPTIONS: `--import=${RECORDER}`, TURNS_FILE: turnsFile } })
    const stranger = await signUp(server.url, 'stranger')
    const { projects } = (await stranger.call('GET', '/api/projects')).body.data
    const base = `/api/projects/${projects[0].id}/config`
    const idle = (await threadCost(server.pid, () => sleep(IDLE_MS))) / IDLE_MS
    const target = { pid: server.pid, base, stranger, send: createSender(server.url), idle, turnsFile }
    const uploads = listUploads()
    await warmUp(target, uploads)
    for (const [name, upload] of Object.entries(uploads))
      if (isAlive(server.pid)) await attack(stage, target, name, upload)
    stage.expect(isAlive(server.pid), 'the process has ended')
  },
})

interface Upload {
  route: 'import' | 'plan'
  body: string
}

interface Target {
  pid: number
  base: string
  stranger: Account
  send: Sender
  /** Part of the time in which the idle main thread works. */
  idle: number
  /** Long turns of the server; see `turn-recorder.ts`. */
  turnsFile: string
}

const RECORDER = new URL('../stage/turn-recorder.ts', import.meta.url).href

/** The server compiles its validators at the first document after its start. */
async function warmUp({ base, stranger, send }: Target, uploads: Record<string, Upload>): Promise<void> {
  const headers = { ...stranger.headers, 'content-type': 'application/json' }
  const { body } = uploads[WARM_UP]!
  for (let time = 0; time < 3; time++) await send({ method: 'POST', path: `${base}/plan`, headers, body })
}

const WARM_UP = 'a ring of 2,500 dependencies'

const IDLE_MS = 5_000

/** Measurements of an upload above the bar, the best of which counts. */
const MOST_MEASUREMENTS = 3

/** A turn is written at the next tick of a timer. */
const RECORDED_AFTER_MS = 50

async function attack(stage: Stage, target: Target, name: string, { route, body }: Upload): Promise<void> {
  const { pid, base, stranger, send, idle, turnsFile } = target
  const headers = { ...stranger.headers, 'content-type': 'application/json' }
  const measure = async (text: string) => {
    await sleep(RECORDED_AFTER_MS) // The turn of the response before
    writeFileSync(turnsFile, '')
    resetPeakMemory(pid)
    const before = memoryMiB(pid)
    let response: RawResponse = { status: 0, headers: {}, body: '', ms: 0 }
    const busyMs = await threadCost(pid, async () => {
      response = await send({ method: 'POST', path: `${base}/${route}`, headers, body: text })
    })
    await sleep(RECORDED_AFTER_MS)
    const turns = readFileSync(turnsFile, 'utf8').split('\n').map(Number)
    return {
      ...response,
      turns: turns.sort((a, b) => b - a),
      costMs: busyMs - idle * response.ms,
      growth: peakMemoryMiB(pid) - before,
    }
  }
  // A body of this size with a field that does not exist is refused as soon as it is parsed, on either route
  const other = body.replace('{', '{"x":0,')
  const measureExcess = async () => {
    const parsing = await measure(other)
    const { status, growth, ...made } = await measure(body)
    const turnMs = Math.max(...made.turns.map((ms, rank) => ms - (parsing.turns[rank] ?? 0)))
    return { status, growth, turnMs, costMs: made.costMs - parsing.costMs }
  }
  let measured = await measureExcess()
  // Garbage collection and the machine make single turns longer
  for (let time = 1; time < MOST_MEASUREMENTS && measured.turnMs > MOST_TURN_MS; time++) {
    const again = await measureExcess()
    if (again.turnMs < measured.turnMs) measured = again
  }
  const { status, growth, turnMs, costMs } = measured
  const figures = [`longest turn ${turnMs.toFixed(1)} ms`, `sum ${costMs.toFixed(1)} ms`, `${growth.toFixed(0)} MiB`]
  stage.record(name, `${status}, ${figures.join(', ')}`)
  stage.expect(status >= 200 && status < 500, `${name}: status ${status}`)
  stage.expect(turnMs <= MOST_TURN_MS, `${name}: a turn of the event loop takes ${Math.round(turnMs)} ms more`)
  stage.expect(growth <= MOST_GROWTH_MIB, `${name}: memory grew by ${Math.round(growth)} MiB`)
}

function listUploads(): Record<string, Upload> {
  const range = (count: number) => Array.from({ length: count }, (_, i) => i)
  const importing = (kind: string, name: string, content: string | Buffer): Upload => ({
    route: 'import',
    body: JSON.stringify({ kind, files: [{ name, content: Buffer.from(content).toString('base64') }] }),
  })
  const own = (text: string) => importing('watchkeeper', 'a.yaml', text)
  const planning = (document: object, more: object = {}): Upload => ({
    route: 'plan',
    body: JSON.stringify({ document: { version: 1, ...document }, ...more }),
  })
  const monitor = (name: string, more: object = {}) => ({ name, type: 'HTTP', target: 'https://example.com', ...more })
  const monitors = (count: number, more: (i: number) => object) => ({
    monitors: Object.fromEntries(range(count).map((i) => [`m${i}`, monitor(`M${i}`, more(i))])),
  })
  const list = Array(20_000).fill('1').join()
  const checks = (name: (i: number) => string) =>
    JSON.stringify({ checks: range(20_000).map((i) => ({ name: name(i), timeout: 3_600, grace: 60 })) })
  return {
    'a database whose pages lead to the same page': importing('uptime-kuma', 'kuma.db', makeEndlessDatabase()),
    'YAML with 50,000 keys': own(
      range(50_000)
        .map((i) => `k${i}: 1\n`)
        .join(''),
    ),
    'YAML with 900 aliases of a list of 20,000': own(`a: &a [${list}]\nb: [${Array(900).fill('*a').join()}]\n`),
    'YAML with an alias to itself': own('monitors: &m {a: *m}\n'),
    'YAML with 200,000 levels': own('['.repeat(200_000)),
    'YAML with 3,000 merges of 10,000 keys': own(
      `a: &a {${range(10_000)
        .map((i) => `k${i}: 1`)
        .join()}}\n${range(3_000)
        .map((i) => `m${i}: {<<: *a}\n`)
        .join('')}`,
    ),
    'YAML with 30,000 anchors': own(
      `a: [${range(30_000)
        .map((i) => `&a${i} [1]`)
        .join()}]\nb: [${range(30_000)
        .map((i) => `*a${i}`)
        .join()}]\n`,
    ),
    'YAML with 100,000 mistakes': own('a: ]\n'.repeat(100_000)),
    '30 MiB of YAML': importing('gatus', 'gatus.yaml', 'endpoints:\n'.padEnd(30 * 1_048_576, '- {name: a}\n')),
    '20,000 checks of one name': importing(
      'healthchecks',
      'checks.json',
      checks(() => 'Backup'),
    ),
    'a text of 40 MiB': { route: 'import', body: JSON.stringify({ kind: 'x'.repeat(40 * 1_048_576), files: [] }) },
    '40 texts with 100 placeholders of 1 MiB': planning(
      monitors(40, () => ({ notes: `$\{A}`.repeat(100) })),
      { values: { A: 'x'.repeat(1_000_000) } },
    ),
    '10,000 placeholders without a value': planning(
      monitors(1, () => ({ notes: `$\{a}`.repeat(10_000) })),
      { values: {} },
    ),
    '14 MiB of open placeholders': planning({ source: '${'.repeat(7 * 1_048_576) }, { values: {} }),
    '3,900,000 placeholders without a value': planning({ source: `$\{a}`.repeat(3_900_000) }, { values: {} }),
    'a chain of 2,500 dependencies': planning(monitors(2_500, (i) => (i > 0 ? { depends_on: [`m${i - 1}`] } : {}))),
    'a ring of 2,500 dependencies': planning(monitors(2_500, (i) => ({ depends_on: [`m${(i + 1) % 2_500}`] }))),
    '10,000 unknown references': planning(monitors(2_500, (i) => ({ depends_on: range(4).map((j) => `x${i}-${j}`) }))),
    '5,000 invalid monitors': planning({ monitors: Object.fromEntries(range(5_000).map((i) => [`m${i}`, {}])) }),
    '100,000 unknown fields': planning(Object.fromEntries(range(100_000).map((i) => [`f${i}`, 1]))),
    'a text of 15 MiB': planning({ source: 'x'.repeat(15 * 1_048_576) }),
  }
}

const PAGE_BYTES = 4_096
const LEVELS = 6

/**
 * Writes a database whose table has interior pages that all lead to the same page below, 2,000 times each. SQLite does
 * not notice while it reads: the scan visits 2,000^6 empty leaves. Source: https://sqlite.org/fileformat2.html
 */
function makeEndlessDatabase(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'attack-'))
  const file = join(folder, 'kuma.db')
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA page_size = ${PAGE_BYTES}; CREATE TABLE monitor (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE notification (id INTEGER PRIMARY KEY)`)
  const root = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'monitor'").get()!.rootpage)
  db.close()
  const pages = readFileSync(file)
  rmSync(folder, { recursive: true })
  const count = pages.length / PAGE_BYTES
  const all = Buffer.concat([
    pages,
    ...Array.from({ length: LEVELS }, (_, i) => (i < LEVELS - 1 ? interior(count + i + 2) : leaf())),
  ])
  interior(count + 1).copy(all, (root - 1) * PAGE_BYTES)
  all.writeUInt32BE(all.length / PAGE_BYTES, 28)
  return all
}

/** An interior page with one cell, to which every entry of the cell pointer array points. */
function interior(child: number): Buffer {
  const page = Buffer.alloc(PAGE_BYTES)
  const cellAt = PAGE_BYTES - 8
  const cells = 2_000
  page.writeUInt8(5, 0)
  page.writeUInt16BE(cells, 3)
  page.writeUInt16BE(cellAt, 5)
  page.writeUInt32BE(child, 8)
  for (let i = 0; i < cells; i++) page.writeUInt16BE(cellAt, 12 + 2 * i)
  page.writeUInt32BE(child, cellAt)
  return page
}

/** A leaf without rows. */
function leaf(): Buffer {
  const page = Buffer.alloc(PAGE_BYTES)
  page.writeUInt8(13, 0)
  page.writeUInt16BE(PAGE_BYTES, 5)
  return page
}
