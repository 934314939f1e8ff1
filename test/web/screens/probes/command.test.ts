import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProbeCommand } from '../../../../src/cli/probe/command.ts'
import { readProbeSettings } from '../../../../src/cli/probe/settings.ts'
import { buildCommand } from '../../../../web/src/screens/probes/command.ts'
import { readOptions } from '../../../support/programs/command-line.ts'

const TOKEN = `wkp_${'a'.repeat(43)}`

test('the program accepts the generated command', () => {
  for (const origin of ['https://watch.example.com', 'http://watch.example.com:8080', 'http://127.0.0.1:8080']) {
    const [program, verb, ...args] = buildCommand(origin, TOKEN).text.split(' ')
    assert.deepEqual([program, verb], ['watchkeeper', 'probe'])
    const settings = readProbeSettings(readOptions(createProbeCommand, args), {})
    assert.deepEqual([settings.server.origin, settings.token], [origin, TOKEN])
  }
})

test('loopback and unencrypted addresses are detected', () => {
  const kindOf = (origin: string) => {
    const { isLoopback, isInsecure } = buildCommand(origin, TOKEN)
    return [isLoopback, isInsecure]
  }
  assert.deepEqual(kindOf('https://watch.example.com'), [false, false])
  assert.deepEqual(kindOf('http://watch.example.com'), [false, true])
  for (const host of ['localhost', '127.0.0.1', '127.8.0.1', '[::1]'])
    assert.deepEqual(kindOf(`http://${host}:8080`), [true, false], host)
})
