import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestFolder } from '../support/database/stores.ts'
import { type Program, startProgram } from '../support/programs/program.ts'
import { waitUntil } from '../support/time/until.ts'

/** Sends raw bytes and waits for the response. */
async function sendRaw({ url }: Program, text: string): Promise<string> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  let answer = ''
  for await (const piece of socket) answer += piece
  return answer
}

/** Complete lines. */
const linesOf = (program: Program): string[] => program.stderr().split('\n').slice(0, -1)

/** A forged log line, sent in every value that a stranger controls. */
const FORGED = '%0a{"level":60,"msg":"forged"}'

test('the log has one JSON line for each event, whatever strangers send, and contains the id of the response', async (t) => {
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

test('the pretty log format is readable text', async (t) => {
  const env = { WK_DATA_DIR: join(createTestFolder(t), 'data'), WK_LOG_LEVEL: 'debug', WK_LOG_FORMAT: 'pretty' }
  const program = await startProgram(t, { env })
  await fetch(`${program.url}/api/health`)
  await waitUntil(() => /DEBUG.*answered/.test(program.stderr()), 'the line of the request')
  assert.throws(() => JSON.parse(linesOf(program)[0] ?? ''))
})
