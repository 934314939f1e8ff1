import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { encodeOpening } from '../../src/backup/format.ts'
import { createFileSink } from '../../src/backup/writer.ts'
import { createTestFilePath, createTestFolder } from '../support/database/stores.ts'

async function writeTo(file: string): Promise<void> {
  const sink = await createFileSink(file)
  await sink.write(Buffer.from('new'))
  await sink.finish()
}

test('a backup replaces only an older backup', async (t) => {
  const file = createTestFilePath(t, 'some.file')
  for (const old of [encodeOpening(), Buffer.of()]) {
    writeFileSync(file, old)
    await writeTo(file)
    assert.equal(readFileSync(file, 'utf8'), 'new')
  }
  writeFileSync(file, 'SQLite format 3')
  await assert.rejects(writeTo(file), /some\.file exists and is not a backup, so it is not replaced/)
  assert.equal(readFileSync(file, 'utf8'), 'SQLite format 3')
  assert.deepEqual(readdirSync(dirname(file)), ['some.file'])
  await assert.rejects(createFileSink('/dev/null'), /exists and is not a backup/)
})

test('a leftover file of a killed process with the same id is replaced', async (t) => {
  const file = join(createTestFolder(t), 'new.backup')
  writeFileSync(`${file}.${process.pid}.part`, 'left')
  await writeTo(file)
  assert.deepEqual(readdirSync(dirname(file)), ['new.backup'])
})
