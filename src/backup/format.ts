/**
 * The file of a backup. It is what `zstd -dc` takes, so that everybody can look into it:
 *
 *   a frame that decompressors skip: "Watchkeeper backup 1" and a line break
 *   a compressed frame of lines, each a JSON object. The first is the header (`BackupHeader`); `{ table }` begins a table;
 *     `{ rows, bytes }` is followed by as many bytes of rows as text
 *   a frame that decompressors skip: the summary as JSON, the SHA-256 of everything before it, and how long the JSON is
 *
 * Source of the frames: RFC 8878, sections 3.1.1 and 3.1.2
 */
import { createHash } from 'node:crypto'
import { BACKUP_FORMAT, BACKUP_MARK, type BackupSummary } from '../core/platform/backup.ts'

/** Any of sixteen is skipped. */
const SKIPPABLE = 0x184d2a57

const FRAME_HEAD_BYTES = 8
const HASH_BYTES = 32
const LENGTH_BYTES = 4

/** The summary names some dozens of tables. */
const MAX_SUMMARY_BYTES = 1_048_576

function encodeSkippable(content: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUInt32LE(SKIPPABLE, 0)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

export const encodeOpening = (): Buffer => encodeSkippable(Buffer.from(`${BACKUP_MARK}${BACKUP_FORMAT}\n`))

/** Longest opening frame of any format. */
export const MAX_OPENING_BYTES = 64

/** @returns format and length of the opening; null when it is not that of a backup */
export function readOpening(bytes: Buffer): { format: number; length: number } | null {
  if (bytes.length < FRAME_HEAD_BYTES || bytes.readUInt32LE(0) !== SKIPPABLE) return null
  const length = FRAME_HEAD_BYTES + bytes.readUInt32LE(4)
  const text = bytes.subarray(FRAME_HEAD_BYTES, length).toString()
  const [, format] = new RegExp(`^${BACKUP_MARK}(\\d+)\n$`).exec(text) ?? []
  return format === undefined || length > MAX_OPENING_BYTES ? null : { format: Number(format), length }
}

/** @param hash of everything before; it is given what of the closing frame belongs to it */
export function encodeClosing(summary: BackupSummary, hash: ReturnType<typeof createHash>): Buffer {
  const json = Buffer.from(JSON.stringify(summary))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(json.length)
  const frame = encodeSkippable(Buffer.concat([json, Buffer.alloc(HASH_BYTES), length]))
  const hashed = frame.subarray(0, FRAME_HEAD_BYTES + json.length)
  hash.update(hashed).digest().copy(frame, hashed.length)
  return frame
}

/** What the closing frame says, and where things are in the file. */
interface Closing {
  summary: BackupSummary
  hash: Buffer
  /** Where the frame begins. */
  at: number
  /** How much of the file the hash is of. */
  hashedBytes: number
}

/** @param end the last bytes of the file @param size of the file @returns null when it has no whole closing frame */
export function readClosing(end: Buffer, size: number): Closing | null {
  if (end.length < FRAME_HEAD_BYTES + HASH_BYTES + LENGTH_BYTES) return null
  const jsonLength = end.readUInt32LE(end.length - LENGTH_BYTES)
  const content = jsonLength + HASH_BYTES + LENGTH_BYTES
  const start = end.length - content - FRAME_HEAD_BYTES
  if (start < 0 || end.readUInt32LE(start) !== SKIPPABLE || end.readUInt32LE(start + 4) !== content) return null
  const jsonAt = start + FRAME_HEAD_BYTES
  const hashAt = jsonAt + jsonLength
  const offset = size - end.length
  return {
    summary: parseSummary(end.subarray(jsonAt, hashAt)),
    hash: end.subarray(hashAt, hashAt + HASH_BYTES),
    at: offset + start,
    hashedBytes: offset + hashAt,
  }
}

/** Whether it is what was written is known when the hash was compared. */
function parseSummary(json: Buffer): BackupSummary {
  try {
    return JSON.parse(json.toString())
  } catch {
    return { rows: {} }
  }
}

export const MAX_CLOSING_BYTES = FRAME_HEAD_BYTES + MAX_SUMMARY_BYTES + HASH_BYTES + LENGTH_BYTES

/** A moment as part of a file's name. */
export const formatStamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')

export const createBackupHash = (): ReturnType<typeof createHash> => createHash('sha256')
