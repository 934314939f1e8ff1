import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defineAttack } from '../attack.ts'
import { signUp } from '../stage/accounts.ts'

/** Permissions of the group and of other users. */
const OTHERS = 0o077

export const fileModes = defineAttack({
  name: 'file-modes',
  title: 'a data folder that others may enter',
  bar: 'only the owner reads and writes the files that the server creates in a folder of mode 0755',
  databases: ['sqlite'],
  async run(stage) {
    const folder = join(stage.folder(), 'data')
    mkdirSync(folder, { mode: 0o755 })
    // With the usual umask, independent of this process
    const under = ['sh', '-c', 'umask 022; exec "$@"', 'sh']
    const server = await stage.start({ env: { WK_DATA_DIR: folder }, under })
    await signUp(server.url, 'owner')
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      const mode = statSync(join(folder, name)).mode & 0o777
      stage.record(name, `0${mode.toString(8)}`)
      stage.expect((mode & OTHERS) === 0, `${name} has mode 0${mode.toString(8)}`)
    }
  },
})
