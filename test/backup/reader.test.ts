import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { createBackupHash, encodeClosing, encodeOpening, readOpening } from '../../src/backup/format.ts'
import { openArchive } from '../../src/backup/reader.ts'
import { type ArchiveSource, createFileSink, type Sink, writeArchive } from '../../src/backup/writer.ts'
import type { BackupTable } from '../../src/core/platform/database/backup.ts'
import { NEVER_ABORTED } from '../support/database/backups.ts'
import { type Cleanup, createTestFilePath } from '../support/database/stores.ts'

const SHOES: BackupTable = { name: 'shoes', columns: [{ name: 'size', kind: 'integer' }], numbered: null }
const SOCKS: BackupTable = { name: 'socks', columns: [{ name: 'colour', kind: 'text' }], numbered: null }

const SOURCE: ArchiveSource = {
  header: {
    format: 1,
    program: '0.1.0',
    schema: { version: 1, name: 'initial' },
    database: 'sqlite',
    takenAt: 0,
    contents: 'everything',
    secretMark: null,
  },
  tables: [SHOES, SOCKS],
  read: async function* ({ name }) {
    if (name === 'socks') return
    yield { rows: 2, bytes: Buffer.from('41\n42\n') }
    yield { rows: 1, bytes: Buffer.from('43\n') }
  },
}

async function write(t: Cleanup, source = SOURCE): Promise<string> {
  const file = createTestFilePath(t, 'one.backup')
  await writeArchive(await createFileSink(file), source, NEVER_ABORTED, () => {})
  return file
}

/**
 * Opens an altered file.
 *
 * @returns why it is rejected
 */
async function refusalOf(file: string, bytes: Uint8Array): Promise<string> {
  const other = `${file}.other`
  writeFileSync(other, bytes)
  const error = await openArchive(other, NEVER_ABORTED).then(
    () => null,
    (reason: Error) => reason,
  )
  assert.equal(error?.name, 'BackupError', `${bytes.length} bytes were taken`)
  return error.message.replace(other, 'It')
}

test('a written backup is read table by table', async (t) => {
  const archive = await openArchive(await write(t), NEVER_ABORTED)
  assert.deepEqual(archive.header, SOURCE.header)
  assert.deepEqual(archive.summary, { rows: { shoes: 3, socks: 0 } })
  const seen: [string, string][] = []
  for await (const { table, blocks } of archive.tables(NEVER_ABORTED, () => {})) {
    let text = ''
    for await (const { bytes } of blocks) text += Buffer.from(bytes)
    seen.push([table.name, text])
  }
  assert.deepEqual(seen, [
    ['shoes', '41\n42\n43\n'],
    ['socks', ''],
  ])
})

test('a file that is truncated anywhere is rejected', async (t) => {
  const file = await write(t)
  const whole = readFileSync(file)
  for (let length = 0; length < whole.length; length++) {
    const refusal = await refusalOf(file, whole.subarray(0, length))
    const expected =
      length === 0 ? /^It is empty/ : length < encodeOpening().length ? /not a Watchkeeper backup/ : /^It is incomplete/
    assert.match(refusal, expected, `${length} bytes`)
  }
})

test('a file with any single byte changed is rejected', async (t) => {
  const file = await write(t)
  const whole = readFileSync(file)
  for (let at = 0; at < whole.length; at++) {
    const altered = Buffer.from(whole)
    altered[at]! ^= 1 << (at % 8)
    assert.match(await refusalOf(file, altered), /damaged|incomplete|not a Watchkeeper backup|format/, `byte ${at}`)
  }
})

test('the error names a file that is no backup, and the version that reads another format', async (t) => {
  const file = await write(t)
  assert.match(await refusalOf(file, Buffer.from('SQLite format 3\0'.repeat(100))), /^It is not a Watchkeeper backup/)
  assert.match(await refusalOf(file, Buffer.from('x')), /^It is not a Watchkeeper backup/)
  const later = readFileSync(file)
  later[encodeOpening().length - 2] = '7'.charCodeAt(0)
  assert.equal(readOpening(later)?.format, 7)
  assert.match(await refusalOf(file, later), /format 7; this version reads format 1/)
})

test('missing rows in an intact file are detected', async (t) => {
  const file = await write(t)
  const whole = readFileSync(file)
  const end = encodeClosing({ rows: { shoes: 3, socks: 0 } }, createBackupHash()).length
  const body = whole.subarray(0, whole.length - end)
  const closing = encodeClosing({ rows: { shoes: 4, socks: 0 } }, createBackupHash().update(body))
  writeFileSync(file, Buffer.concat([body, closing]))
  const archive = await openArchive(file, NEVER_ABORTED)
  const readAll = async () => {
    for await (const { blocks } of archive.tables(NEVER_ABORTED, () => {})) for await (const _ of blocks);
  }
  await assert.rejects(readAll(), /contains 3 rows of shoes instead of 4/)
})

test('zstd decompresses a backup to text', async (t) => {
  const whole = readFileSync(await write(t))
  const text = zstdDecompressSync(whole.subarray(encodeOpening().length)).toString()
  assert.deepEqual(JSON.parse(text.split('\n')[0]!), SOURCE.header)
  assert.match(text, /\n\{"rows":2,"bytes":6\}\n41\n42\n/)
})

test('a row may be larger than a block', async (t) => {
  const row = Buffer.from(`${'x'.repeat(5_000_000)}\n`)
  const read: ArchiveSource['read'] = async function* () {
    yield { rows: 1, bytes: row }
  }
  const archive = await openArchive(await write(t, { ...SOURCE, tables: [SOCKS], read }), NEVER_ABORTED)
  for await (const { blocks } of archive.tables(NEVER_ABORTED, () => {}))
    for await (const { bytes } of blocks) assert.ok(row.equals(bytes))
})

test('an aborted or failed backup leaves no file and keeps an older backup unchanged', async (t) => {
  const file = await write(t)
  const before = readFileSync(file)
  const controller = new AbortController()
  const read: ArchiveSource['read'] = async function* () {
    controller.abort(new Error('stopped by hand'))
    yield { rows: 1, bytes: Buffer.from('1\n') }
  }
  const source = { ...SOURCE, read }
  await assert.rejects(
    writeArchive(await createFileSink(file), source, controller.signal, () => {}),
    { name: 'AbortError' },
  )
  const full: Sink = { ...(await createFileSink(file)), write: () => Promise.reject(new Error('the disk is full')) }
  await assert.rejects(
    writeArchive(full, SOURCE, NEVER_ABORTED, () => {}),
    /the disk is full/,
  )
  assert.deepEqual(await readdir(dirname(file)), ['one.backup'])
  assert.ok(readFileSync(join(file)).equals(before))
})
