/**
 * Serializes responses by their schemas, with listed fields only. Serializers are compiled when first used, like the
 * validators.
 */
import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchema, FastifySerializerCompiler } from 'fastify'

export const createSerializer: FastifySerializerCompiler<FastifySchema> = ({ schema }) => {
  let stringify: ((data: unknown) => string) | undefined
  return (data) => {
    stringify ??= fastJsonStringify(schema as object)
    return stringify(data)
  }
}
