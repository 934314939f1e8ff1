import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startConfigFolder } from '../../src/bin/config-folder.ts'
import { convertDocuments } from '../../src/cli/provisioning/convert-documents.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { createMonitorApi } from '../support/api/monitor-api.ts'
import { createTestFolder, DIALECTS } from '../support/database/stores.ts'
import { waitUntil } from '../support/time/until.ts'

const format = (names: readonly string[]): string =>
  JSON.stringify({
    version: 1,
    monitors: Object.fromEntries(
      names.map((name) => [name, { name, type: 'HTTP', target: 'https://example.com/', tags: [`\${WORD}`] }]),
    ),
  })

for (const dialect of DIALECTS) {
  test(`${dialect}: a configuration folder is applied at the start and after changes, and a mistake changes nothing`, async (t) => {
    const { context, send } = await createMonitorApi(t, dialect)
    const folder = createTestFolder(t)
    const write = (file: string, ...names: string[]) => writeFileSync(join(folder, file), format(names))
    write('a.json', 'one', 'two')
    const logged: string[] = []
    const log = {
      info: (_: object, text: string) => logged.push(text),
      warn: (_: object, text: string) => logged.push(text),
      error: ({ err }: { err: Error }) => assert.fail(err),
    }
    const loop = startConfigFolder({
      context: {
        ...context,
        egress: createEgressPolicy({ mode: 'any' }),
        activeRegions: () => [],
        ownHost: 'own.test',
      },
      folder,
      convert: convertDocuments,
      config: { project: null, configPrune: true, configEnv: ['WORD'] },
      environment: { WORD: 'prod' },
      log: log as never,
    })
    t.after(() => loop.stop())
    const runAgain = async () => {
      const before = logged.length
      await waitUntil(() => {
        loop.wake()
        return logged.length > before
      })
      return logged.at(-1)
    }
    const listNames = async () =>
      (await send('GET', '?sort=name&tag=prod')).body.data.monitors.map(({ name }: { name: string }) => name)
    await waitUntil(() => logged.length > 0)
    assert.deepEqual(await listNames(), ['one', 'two'])
    write('b.json', 'three')
    assert.equal(await runAgain(), 'applied configuration folder')
    assert.deepEqual(await listNames(), ['one', 'three', 'two'])
    write('c.json', 'three')
    assert.equal(await runAgain(), 'configuration folder was refused; nothing was changed')
    rmSync(join(folder, 'c.json'))
    for (const name of ['a', 'b']) rmSync(join(folder, `${name}.json`))
    write('d.json', 'one')
    assert.equal(
      await runAgain(),
      'configuration folder was refused; nothing was changed',
      'most monitors would be deleted',
    )
    assert.deepEqual(await listNames(), ['one', 'three', 'two'])
    await loop.stop()
  })
}

test('a folder that cannot be read is reported once, and applied when it can be', async (t) => {
  const { context, clock } = await createMonitorApi(t, 'sqlite')
  const folder = createTestFolder(t)
  const pipe = join(folder, 'b.json')
  execFileSync('mkfifo', [pipe])
  writeFileSync(join(folder, 'a.json'), format(['one']))
  const logged: string[] = []
  const log = {
    info: (_: object, text: string) => logged.push(text),
    warn: ({ reason }: { reason: string }) => logged.push(reason),
    error: ({ err }: { err: Error }) => assert.fail(err),
  }
  let runs = 0
  const loop = startConfigFolder({
    context: {
      ...context,
      now: () => {
        runs++
        return clock.now()
      },
      egress: createEgressPolicy({ mode: 'any' }),
      activeRegions: () => [],
      ownHost: 'own.test',
    },
    folder,
    convert: convertDocuments,
    config: { project: null, configPrune: false, configEnv: [] },
    environment: { WORD: 'planted' },
    log: log as never,
  })
  const refusal = `${pipe} is a pipe (FIFO): replace it by a regular file`
  await waitUntil(() => logged.length > 0)
  clock.advance(5 * 60_000)
  const before = runs
  await waitUntil(() => {
    loop.wake()
    return runs > before + 4
  })
  assert.deepEqual(logged, [refusal])
  rmSync(pipe)
  await waitUntil(() => {
    loop.wake()
    return logged.length > 1
  })
  assert.match(logged[1]!, /the variable WORD is not set: .* list a variable of the server in WK_CONFIG_ENV/)
  writeFileSync(join(folder, '.env'), 'WORD=prod\n')
  writeFileSync(join(folder, 'a.json'), format(['one', 'two']))
  await waitUntil(() => {
    loop.wake()
    return logged.length > 2
  })
  assert.equal(logged[2], 'applied configuration folder')
  await loop.stop()
})

test('files that changed while they were read are read again once before a refusal is reported', async (t) => {
  const { context } = await createMonitorApi(t, 'sqlite')
  const folder = createTestFolder(t)
  const write = (name: string) => writeFileSync(join(folder, 'a.json'), format([name]))
  write('one')
  const logged: string[] = []
  const report = (_: object, text: string) => logged.push(text)
  let changes = 1
  const loop = startConfigFolder({
    context: { ...context, egress: createEgressPolicy({ mode: 'any' }), activeRegions: () => [], ownHost: 'own.test' },
    folder,
    convert: async (texts) => {
      if (changes-- <= 0) return convertDocuments(texts)
      write(`changed-${changes}`)
      return { refusal: 'half of two states' }
    },
    config: { project: null, configPrune: false, configEnv: ['WORD'] },
    environment: { WORD: 'planted' },
    log: { info: report, warn: report, error: report } as never,
  })
  t.after(() => loop.stop())
  const waitForLog = (count: number) =>
    waitUntil(() => {
      loop.wake()
      return logged.length >= count
    })
  await waitForLog(1)
  assert.deepEqual(logged, ['applied configuration folder'])
  changes = 2
  write('again')
  await waitForLog(2)
  assert.equal(logged[1], 'configuration folder was refused; nothing was changed')
})

test('a refusal of the folder has the file, line and column of each mistake', async (t) => {
  const { context } = await createMonitorApi(t, 'sqlite')
  const folder = createTestFolder(t)
  const file = join(folder, 'a.yaml')
  writeFileSync(
    file,
    'version: 1\nmonitors:\n  a:\n    name: A\n    type: HTTP\n    target: ftp://x\n    group: gone\n',
  )
  const logged: string[] = []
  const log = {
    info: (_: object, text: string) => logged.push(text),
    warn: ({ reason }: { reason: string }) => logged.push(reason),
    error: ({ err }: { err: Error }) => assert.fail(err),
  }
  const loop = startConfigFolder({
    context: { ...context, egress: createEgressPolicy({ mode: 'any' }), activeRegions: () => [], ownHost: 'own.test' },
    folder,
    convert: convertDocuments,
    config: { project: null, configPrune: false, configEnv: [] },
    environment: {},
    log: log as never,
  })
  t.after(() => loop.stop())
  await waitUntil(() => logged.length > 0)
  assert.equal(
    logged[0],
    `the document has 2 mistakes: ${file}:6:5: monitors.a.target: must begin with http:// or https:// ` +
      `${file}:7:5: monitors.a.group: no group has the key gone`,
  )
  await loop.stop()
})
