/** The program of an archive runs without a Node on the path. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addPlatform, PLATFORMS, VERSION, writeProgram } from '../../scripts/release/program-folder.ts'
import { createTestFolder } from '../support/database/stores.ts'

const HOST = PLATFORMS.find(({ name }) => name === `${process.platform}-${process.arch}`)

test('an archive has everything that the program needs, and reports why Node cannot run', {
  skip: !HOST && 'no archive for this platform',
}, (t) => {
  const folder = join(createTestFolder(t), 'watchkeeper')
  writeProgram(folder)
  addPlatform(folder, HOST!)
  const run = (...args: string[]) => {
    const env = { PATH: '/usr/bin:/bin', NODE_COMPILE_CACHE: join(folder, 'cache') }
    return spawnSync(join(folder, 'watchkeeper'), args, { env, encoding: 'utf8' })
  }
  const version = run('version')
  assert.deepEqual([version.status, version.stdout.trim()], [0, VERSION], version.stderr)
  // Pings load a native library
  assert.doesNotMatch(run('check', 'icmp', '127.0.0.1').stdout, /cannot load the library/)
  for (const [fault, reason] of [
    ['error while loading shared libraries: libatomic.so.1: cannot open', /^The library libatomic\.so\.1 is missing: /],
    ["/lib/libc.so.6: version `GLIBC_2.28' not found", /^The C library of this system is too old for Node: /],
    ['error while loading shared libraries: libdl.so.2: cannot open', /^A library is missing: libdl\.so\.2/],
    ['cannot execute binary file: Exec format error', /^This archive is for \S+, this machine is /],
  ] as const) {
    writeFileSync(join(folder, 'bin/node'), `#!/bin/sh\necho "${fault.replace('`', '')}" >&2\nexit 127\n`)
    const refused = run('serve')
    assert.deepEqual([refused.status, refused.stdout, refused.stderr.split('\n').length], [78, '', 2], refused.stderr)
    assert.match(refused.stderr.replace('watchkeeper: ', ''), reason)
  }
  rmSync(join(folder, 'dist/bin/watchkeeper.js'))
  const damaged = run('version')
  assert.deepEqual([damaged.status, damaged.stdout], [78, ''])
  assert.match(damaged.stderr, /^watchkeeper: \S+ is not complete: unpack the archive again\.\n$/)
})
