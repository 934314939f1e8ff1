import { StartError } from '../core/platform/errors.ts'
import type { Conversion } from './conversion.ts'
import type { FieldTables } from './fields.ts'

export interface SourceFile {
  /** Name without folders. */
  name: string
  /** Contents; empty for a database with a path. */
  bytes: Uint8Array
  /** Location of a database, which is read in place. Absent for a file that a client has sent. */
  path?: string
}

/** Converts the configuration of one product. */
export interface Importer {
  /** Name as its vendor writes it. */
  product: string
  /** The accepted files, for help and messages. */
  takes: string
  /** Text near the beginning that only its files have. It must match bytes of unknown origin in one pass. */
  signs: RegExp
  /** Files of a folder that are read, by the end of their names. */
  extensions: readonly string[]
  /** Every field that the source can have. */
  fields: FieldTables
  /** @throws ImportError */
  convert(conversion: Conversion, files: readonly SourceFile[]): void
}

export const defineImporter = (importer: Importer): Importer => importer

/** Why a source is refused as a whole. One sentence that states what to do. */
export class ImportError extends StartError {}
