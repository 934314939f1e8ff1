/** Calls an operation with a valid request, or with one provocation. */
import type { TestResponse } from '../../support/api/app.ts'
import { isStream, type Operation } from '../../support/api/conformance/document.ts'
import { prepare, toRequest } from '../../support/api/conformance/recipes.ts'
import type { ServerStates } from '../../support/api/conformance/server-states.ts'
import type { World } from '../../support/api/conformance/world.ts'
import type { Provocation } from './provocations.ts'

/** @returns null if the provocation does not apply to the operation */
export async function provoke(
  world: World,
  stages: ServerStates,
  operation: Operation,
  { stage = getDefaultServerState(operation), as, change, raw, before, times = 1 }: Provocation,
): Promise<TestResponse | null> {
  const isPublic = operation.security.length === 0
  const caller = isPublic ? {} : (await world.createOwner()).session
  const good = await prepare(world, operation, caller)
  const ingredients = change ? await change(good, world, operation) : good
  if (ingredients === null) return null
  const { method, url, headers, body } = toRequest(operation, ingredients)
  const options = { as: as ? await as(world) : caller, headers, body: raw ?? body }
  if (before) await stages[stage]('GET', before, options)
  for (let count = 1; count < times; count++) await stages[stage](method, url, options)
  return stages[stage](method, url, options)
}

/** An event stream does not end by itself, so its call disconnects after the head. */
const getDefaultServerState = (operation: Operation): keyof ServerStates =>
  isStream(operation) ? 'streaming' : 'usual'
