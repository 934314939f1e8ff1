import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { type FileLimits, listFolder, readTextFile, resolveFolder } from '../../src/runtime/bounded-files.ts'
import { type Cleanup, createTestFolder } from '../support/database/stores.ts'

const LIMITS: FileLimits = { depth: 3, entries: 20, files: 4, fileBytes: 2_048, totalBytes: 4_096 }

const createFolder = (t: Cleanup) => {
  const folder = createTestFolder(t)
  const at = (...names: string[]) => join(folder, ...names)
  const list = async (limits = LIMITS) => {
    const within = await resolveFolder(folder)
    const files = await listFolder(folder, (name) => name.endsWith('.yaml'), limits, within)
    return files.map(({ path }) => path.slice(folder.length + 1))
  }
  const read = async (name: string) => readTextFile(at(name), LIMITS.fileBytes, await resolveFolder(folder))
  return { folder, at, list, read }
}

test('a folder is listed as Kubernetes mounts it: files are links into a hidden folder', async (t) => {
  const { at, list, read } = createFolder(t)
  mkdirSync(at('..2026_11_28'))
  writeFileSync(at('..2026_11_28', 'shop.yaml'), 'version: 1\n')
  symlinkSync('..2026_11_28', at('..data'))
  symlinkSync('..data/shop.yaml', at('shop.yaml'))
  mkdirSync(at('secrets', '..data'), { recursive: true })
  writeFileSync(at('secrets', '..data', 'token'), 'planted')
  symlinkSync('..data/token', at('secrets', 'token'))
  assert.deepEqual(await list(), ['shop.yaml'])
  assert.equal(await read('shop.yaml'), 'version: 1\n')
  assert.equal(await read('secrets/token'), 'planted')
})

test('links to the same folder are listed once, and links to a file of another kind do not matter', async (t) => {
  const { at, list } = createFolder(t)
  writeFileSync(at('a.yaml'), '')
  for (const name of ['one', 'two']) symlinkSync('.', at(name))
  for (const name of ['README', '.hidden.yaml']) symlinkSync('gone', at(name))
  assert.deepEqual(await list(), ['a.yaml'])
})

test('a document that is not a regular file is refused with its kind', async (t) => {
  for (const [kind, make] of [
    ['a pipe (FIFO)', (path: string) => void execFileSync('mkfifo', [path])],
    [
      'a socket',
      (path: string) =>
        new Promise<void>((listening) => {
          const server = createServer().listen(path, listening)
          t.after(() => server.close())
        }),
    ],
  ] as const) {
    const { at, list, read } = createFolder(t)
    await make(at('a.yaml'))
    const message = `${at('a.yaml')} is ${kind}: replace it by a regular file`
    await assert.rejects(list(), { message })
    await assert.rejects(read('a.yaml'), { message })
  }
  await assert.rejects(readTextFile('/dev/zero', 100, null), { message: /^\/dev\/zero is a device/ })
})

test('links that are dangling, form a circle or lead out of the folder are refused in words', async (t) => {
  const outside = createFolder(t)
  writeFileSync(outside.at('b.yaml'), 'planted')
  for (const [target, reason] of [
    ['gone', /^Cannot read .*a\.yaml: it does not exist, or is a link to a missing file$/],
    ['a.yaml', /^Cannot read .*a\.yaml: its links form a circle$/],
    [outside.at('b.yaml'), /a\.yaml leads out of the folder/],
    ['/proc/self/environ', /a\.yaml leads out of the folder/],
  ] as const) {
    const { at, list, read } = createFolder(t)
    symlinkSync(target, at('a.yaml'))
    await assert.rejects(list(), { message: reason })
    await assert.rejects(read('a.yaml'), { message: reason })
  }
  const { at, list, read } = createFolder(t)
  symlinkSync(outside.folder, at('sub'))
  await assert.rejects(list(), { message: /sub leads out of the folder/ })
  await assert.rejects(read('sub/b.yaml'), { message: /leads out of the folder/ })
  await assert.rejects(read('../../../../../etc/passwd'), { message: /leads out of the folder/ })
})

test('a command reads no file of /proc, because these contain its environment', async (t) => {
  const { at } = createFolder(t)
  symlinkSync('/proc/self/environ', at('a.yaml'))
  await assert.rejects(readTextFile(at('a.yaml'), 1_000_000, null), {
    message: `${at('a.yaml')} leads to /proc: name a file`,
  })
})

test('number, depth, size and sum of files are limited', async (t) => {
  for (const [prepare, reason] of [
    [(at: Names) => mkdirSync(at('a', 'b', 'c', 'd'), { recursive: true }), /more than 3 folders deep/],
    [(at: Names) => writeAll(at, 21, 'txt', 0), /more than 20 files and folders/],
    [(at: Names) => writeAll(at, 5, 'yaml', 0), /more than 4 documents/],
    [(at: Names) => writeAll(at, 1, 'yaml', 2_049), /0\.yaml is larger than 2 KiB/],
    [(at: Names) => writeAll(at, 3, 'yaml', 2_000), /more than 4 KiB together/],
  ] as const) {
    const { at, list } = createFolder(t)
    prepare(at)
    await assert.rejects(list(), { message: reason })
  }
})

type Names = (...names: string[]) => string

function writeAll(at: Names, count: number, extension: string, bytes: number): void {
  for (let number = 0; number < count; number++) writeFileSync(at(`${number}.${extension}`), 'x'.repeat(bytes))
}

test('a file that is no UTF-8 text is refused, and a byte order mark is left out', async (t) => {
  const { at, read } = createFolder(t)
  writeFileSync(at('a.yaml'), Buffer.from([0x61, 0xff]))
  await assert.rejects(read('a.yaml'), { message: `${at('a.yaml')} is not UTF-8 text: save it as UTF-8` })
  writeFileSync(at('b.yaml'), '\ufeffversion: 1')
  assert.equal(await read('b.yaml'), 'version: 1')
})

test('a file that grows or is replaced while it is read stays within the limit', async (t) => {
  const { at, read } = createFolder(t)
  writeFileSync(at('a.yaml'), 'version: 1')
  const pending = read('a.yaml')
  writeFileSync(at('b.yaml'), '')
  truncateSync(at('b.yaml'), 1_000_000_000)
  renameSync(at('b.yaml'), at('a.yaml'))
  const text = await pending.catch((error: Error) => error.message)
  assert.match(text, /^version: 1$|is larger than 2 KiB/)
})
