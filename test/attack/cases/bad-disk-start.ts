import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCommand, createEnvironment } from '../../support/programs/program.ts'
import { defineAttack } from '../attack.ts'
import { mountSmallDisk, type SmallDisk } from '../stage/small-disk.ts'

const PATIENCE_MS = 20_000

/** A line of a stack trace. */
const STACK = /^ {4}at .*:\d+:\d+\)?$/m

/** Disk problems, each with the pattern of its error message. */
const CASES: { what: string; options: string; words: RegExp; prepare(disk: SmallDisk): void }[] = [
  { what: 'full', options: 'size=1m', words: /full|no space/i, prepare: (disk) => disk.fill() },
  { what: 'read-only', options: 'size=16m', words: /read-only|read only/i, prepare: (disk) => disk.makeReadOnly() },
  { what: 'out of inodes', options: 'size=16m,nr_inodes=3', words: /full|no space|inode/i, prepare: () => {} },
]

export const badDiskStart = defineAttack({
  name: 'bad-disk-start',
  title: 'a start on a disk that is full, read-only or out of inodes',
  bar: 'the start ends with an error that names the cause, without a stack trace',
  databases: ['sqlite'],
  async run(stage) {
    for (const { what, options, words, prepare } of CASES) {
      const disk = mountSmallDisk(stage, options)
      const dataDir = join(disk.folder, 'data')
      mkdirSync(dataDir)
      prepare(disk)
      const [command, ...args] = createCommand(stage.root, ['serve'])
      const { status, stdout, stderr } = spawnSync(command!, args, {
        cwd: stage.root,
        env: createEnvironment({ WK_DATA_DIR: dataDir, WK_PORT: '0', WK_LOCAL_PROBE: 'off' }),
        encoding: 'utf8',
        timeout: PATIENCE_MS,
      })
      const text = stdout + stderr
      const said = text.trim().split('\n').at(-1) ?? ''
      stage.record(what, `${status === null ? 'started' : `ended with ${status}`}: ${said.slice(0, 200)}`)
      stage.expect(status !== null && status !== 0, `${what}: the start does not fail`)
      stage.expect(words.test(text), `${what}: the error does not name the cause`)
      stage.expect(!STACK.test(text), `${what}: a stack trace`)
    }
  },
})
