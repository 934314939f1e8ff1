/** Models of the forms that the API serves, as the dashboard builds them. */
import { type ObjectModel, toFormModel } from '../../../web/src/parts/forms/schema-form/model.ts'
import type { Variant } from '../../../web/src/parts/forms/schema-form/schema.ts'
import { createTestApp } from '../api/app.ts'
import type { Cleanup } from '../database/stores.ts'
import { registerAs } from '../factories/accounts.ts'

/** @param name of a form with one variant */
export async function readFormModel(t: Cleanup, name: string): Promise<ObjectModel> {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const { body } = await app.call('GET', `/api/forms/${name}`, { as: alice.session })
  const [variant] = body.data.variants as Variant[]
  return toFormModel(variant!.schema)
}
