/** Fields of a resource that a configuration document describes. */
import Type from 'typebox'
import type { Managed } from '../../../core/platform/managed.ts'

/** Absent for all other resources. Only applying a document sets them; a released resource keeps its key. */
export const MANAGED_FIELDS = {
  external_key: Type.Optional(
    Type.String({ description: 'Key of the resource in its configuration document', examples: ['checkout'] }),
  ),
  managed_by: Type.Optional(
    Type.String({
      description: 'Source of the configuration document. The next apply overwrites changes from elsewhere',
      examples: ['shop-repository'],
    }),
  ),
}

export const toManagedFields = ({ origin }: Managed) =>
  origin && { external_key: origin.key, ...(origin.source !== null && { managed_by: origin.source }) }
