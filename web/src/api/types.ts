/** Types of the API, generated from the server's API description. */
import type { components, paths } from './schema.d.ts'

export type { paths }

/** Resources by their names in the API description. */
export type Schemas = components['schemas']

/** The `data` of a successful response. */
export type ResponseData<
  Path extends keyof paths,
  Method extends keyof paths[Path],
  Status extends number = 200,
> = paths[Path][Method] extends { responses: Record<Status, { content: { 'application/json': { data: infer Data } } }> }
  ? Data
  : never

/** The JSON body that an operation takes. */
export type RequestBody<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never
