import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestFolder } from '../support/database/stores.ts'
import { type Program, startProgram } from '../support/programs/program.ts'
import { waitUntil } from '../support/time/until.ts'

/** Sends bytes as they are, and waits for the answer. */
async function sendRaw({ url }: Program, text: string): Promise<string> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  let answer = ''
  for await (const piece of socket) answer += piece
  return answer
}

/** Those that have come to their end. */
const linesOf = (program: Program): string[] => program.stderr().split('\n').slice(0, -1)

/** What may pass for a line of ours, in every place that a stranger can write to. */
const FORGED = '%0a{"level":60,"msg":"forged"}'

test('the log is a line of JSON for each thing, whatever strangers send, and names the id of the answer', async (t) => {
  const env = { WK_DATA_DIR: join(createTestFolder(t), 'data'), WK_LOG_LEVEL: 'debug' }
  const program = await startProgram(t, { env })
  const head = `Host: x\r\nUser-Agent: ${FORGED}\r\nX-Request-Id: from-outside\r\nConnection: close\r\n\r\n`
  const answer = await sendRaw(program, `GET /${FORGED} HTTP/1.1\r\n${head}`)
  assert.match(answer, /x-request-id: from-outside/i)
  const line = await waitUntil(
    () => linesOf(program).find((one) => one.includes('from-outside')),
    'the line of the request',
  )
  assert.equal(JSON.parse(line ?? '').status, 404)
  for (const one of linesOf(program)) assert.notEqual(JSON.parse(one).msg, 'forged')
})

test('where people are to read it, the log is for them', async (t) => {
  const env = { WK_DATA_DIR: join(createTestFolder(t), 'data'), WK_LOG_LEVEL: 'debug', WK_LOG_FORMAT: 'pretty' }
  const program = await startProgram(t, { env })
  await fetch(`${program.url}/api/health`)
  await waitUntil(() => /DEBUG.*answered/.test(program.stderr()), 'the line of the request')
  assert.throws(() => JSON.parse(linesOf(program)[0] ?? ''))
})
