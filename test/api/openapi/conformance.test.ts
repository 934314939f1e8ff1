/** Checks each operation of the API document: it succeeds, and fails in each way that the document lists. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ErrorCode } from '../../../src/core/platform/errors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { listErrorCodes, listOperations, type Operation } from '../../support/api/conformance/document.ts'
import { RECIPES } from '../../support/api/conformance/recipes.ts'
import { createServerStates, type ServerStates } from '../../support/api/conformance/server-states.ts'
import { createWorld, type World } from '../../support/api/conformance/world.ts'
import { ANY_DIALECT, DIALECTS } from '../../support/database/stores.ts'
import { OPERATION_PROVOCATIONS, UNPROVOKED } from './operation-provocations.ts'
import { PROVOCATIONS } from './provocations.ts'
import { provoke } from './provoke.ts'

const TITLE = 'every operation succeeds, and fails in every way that the document lists'

/** Failures that the answer of the database decides. All others are the same on every database. */
const DATABASE_STATUSES: readonly number[] = [404, 409, 412]

/** @returns a description of the actual answers if no attempt provoked the code */
async function attempt(
  world: World,
  stages: ServerStates,
  operation: Operation,
  status: number,
  code: ErrorCode,
): Promise<string | null> {
  const particular = OPERATION_PROVOCATIONS[operation.name]?.[code]
  const ways = [...(particular ? [particular] : []), ...(PROVOCATIONS[code] ?? [])]
  const met: string[] = []
  for (const way of ways) {
    const answer = await provoke(world, stages, operation, way)
    if (answer?.status === status && answer.body.error?.code === code) return null
    if (answer) met.push(`${answer.status} ${answer.body?.error?.code ?? ''}`)
  }
  return `${operation.name}: nothing provokes ${status} ${code}; the answers were ${met.join(', ') || 'none'}`
}

for (const dialect of DIALECTS) test(`${dialect}: ${TITLE}`, (t) => walk(t, dialect))

async function walk(t: TestContext, dialect: DialectName): Promise<void> {
  const world = await createWorld(t, dialect)
  const stages = await createServerStates(t, world)
  const operations = listOperations((await world.call('GET', '/api/openapi.json')).body)
  const known = operations.filter(({ name }) => RECIPES[name])
  const isProvoked = (status: number) => ANY_DIALECT.includes(dialect) || DATABASE_STATUSES.includes(status)
  for (const operation of known)
    await t.test(operation.name, async () => {
      const answer = await provoke(world, stages, operation, {})
      assert.ok(operation.responses[answer!.status] && answer!.status < 300, JSON.stringify(answer!.body))
      const failures: string[] = []
      for (const [status, codes] of listErrorCodes(operation))
        for (const code of codes as ErrorCode[]) {
          if (!isProvoked(status) || UNPROVOKED[`${operation.name} ${code}`]) continue
          const failure = await attempt(world, stages, operation, status, code)
          if (failure) failures.push(failure)
        }
      assert.deepEqual(failures, [], `${failures.join('\n')}\n`)
    })

  const missing = operations.filter((operation) => !known.includes(operation)).map(({ name }) => name)
  assert.deepEqual(missing, [], 'test/support/api/conformance/recipes.ts has no valid request for these operations')
  const names = new Set(operations.map(({ name }) => name))
  const gone = [...Object.keys(RECIPES), ...Object.keys(OPERATION_PROVOCATIONS)].filter((name) => !names.has(name))
  assert.deepEqual(gone, [], 'these operations no longer exist')
}
