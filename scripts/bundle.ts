/**
 * Bundles the program into `dist/bin`: one file per entry and shared chunk, instead of many hundred modules. The program
 * then starts in about half the time and needs less memory. Runs at the end of `npm ci`.
 *
 * The files are in a folder as deep as `src/bin`, so paths relative to a module lead to the same files of the checkout.
 */
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = join(import.meta.dirname, '..')
const BUNDLE = join(ROOT, 'dist/bin')

/** Written first, so that a server that starts meanwhile finds a complete bundle or none. */
const NEW_BUNDLE = join(ROOT, 'dist/bin.new')

/** Packages that stay in `node_modules`: they load native code, load files by their own path, or are rarely needed. */
const EXTERNAL = [/^node:/, 'koffi', 'nodemailer', 'pg', 'pg-copy-streams', 'pino']

rmSync(NEW_BUNDLE, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: ROOT,
  input: { main: 'src/bin/main.ts', 'probe-thread': 'src/bin/probe-thread.ts' },
  platform: 'node',
  external: EXTERNAL,
  logLevel: 'warn',
})
await bundle.write({ dir: NEW_BUNDLE, format: 'esm', sourcemap: true, entryFileNames: '[name].js' })
await bundle.close()
copyFileSync(join(ROOT, 'src/registries/rdap/rdap-dns.json'), join(NEW_BUNDLE, 'rdap-dns.json'))
rmSync(BUNDLE, { recursive: true, force: true })
renameSync(NEW_BUNDLE, BUNDLE)
