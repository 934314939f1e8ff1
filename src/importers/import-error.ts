import { StartError } from '../core/platform/start-error.ts'

/** Why a source is refused as a whole. One sentence that states what to do. */
export class ImportError extends StartError {}
