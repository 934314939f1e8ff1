/** The API's own types, made of the document that the server gives. */
import type { components, paths } from './schema.d.ts'

export type { paths }

/** Resources by the names that the document gives them. */
export type Schemas = components['schemas']

/** The `data` of a successful answer. */
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
