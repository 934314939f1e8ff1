import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { getSpoolFolder, listStrandedFolders, openProbeDir } from '../../src/bin/probe-dir.ts'
import { createTestFolder } from '../support/database/stores.ts'

const silent = (message: string): never => assert.fail(message)

test('a probe keeps its identity after a restart, and another folder has another one', (t) => {
  const folder = join(createTestFolder(t), 'probe')
  const first = openProbeDir(folder, silent)
  first.unlock()
  const again = openProbeDir(folder, silent)
  assert.equal(again.probeId, first.probeId)
  const other = openProbeDir(createTestFolder(t), silent)
  assert.notEqual(other.probeId, first.probeId)
  again.unlock()
  other.unlock()
})

test('two probes cannot share a folder', (t) => {
  const folder = createTestFolder(t)
  const { unlock } = openProbeDir(folder, silent)
  assert.throws(() => openProbeDir(folder, silent), { name: 'StartError', message: /Another probe is using/ })
  unlock()
  openProbeDir(folder, silent).unlock()
})

test('a damaged identity is replaced', (t) => {
  const folder = createTestFolder(t)
  writeFileSync(join(folder, 'probe-id'), '019c1a2b-3c4d')
  const { probeId, unlock } = openProbeDir(folder, silent)
  assert.match(probeId, /^[0-9a-f-]{36}$/)
  assert.equal(readFileSync(join(folder, 'probe-id'), 'utf8').trim(), probeId)
  unlock()
})

test('an unusable folder is reported but does not prevent checks', (t) => {
  const file = join(createTestFolder(t), 'file')
  writeFileSync(file, '')
  const warnings: string[] = []
  const { probeId, unlock } = openProbeDir(join(file, 'probe'), (message) => warnings.push(message))
  unlock()
  assert.match(probeId, /^[0-9a-f-]{36}$/)
  assert.match(warnings.join(), /^cannot use .*keeps undelivered results in memory only/)
})

test('a spool folder belongs to one region of one server, and stranded folders are listed', (t) => {
  const folder = createTestFolder(t)
  const own = getSpoolFolder(folder, new URL('https://watch.example.com:8443/x'), 'eu-1')
  assert.equal(own, join(folder, 'results-eu-1@watch.example.com_8443'))
  const other = getSpoolFolder(folder, new URL('https://watch.example.com'), 'us-1')
  const empty = getSpoolFolder(folder, new URL('https://other.example.com'), 'us-1')
  for (const each of [own, other, empty]) mkdirSync(each)
  for (const each of [own, other]) writeFileSync(join(each, '0000000001-1.results'), 'x\n')
  assert.deepEqual(listStrandedFolders(folder, own), [other])
  assert.deepEqual(listStrandedFolders(join(folder, 'nowhere'), own), [])
})
