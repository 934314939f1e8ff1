/**
 * Format of a backup file. `zstd -dc` decompresses it to readable text. It has three parts:
 *
 * - a skippable frame: "Watchkeeper backup 1" and a line break.
 * - a compressed frame of lines, each a JSON object. The first is the header (`BackupHeader`). `{ table }` starts a
 *   table. `{ rows, bytes }` precedes that number of bytes of rows as text.
 * - a skippable frame: the summary as JSON, the SHA-256 of everything before it, and the length of the JSON.
 *
 * Source of the frames: RFC 8878, sections 3.1.1 and 3.1.2
 */
import { createHash } from 'node:crypto'
import { BACKUP_FORMAT, BACKUP_MARK, type BackupSummary } from '../core/platform/database/backup.ts'

/** One of the sixteen skippable frame numbers. */
const SKIPPABLE = 0x184d2a57

const FRAME_HEAD_BYTES = 8
const HASH_BYTES = 32
const LENGTH_BYTES = 4

/** The summary has a few dozen tables. */
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

/** @returns format and length of the opening; null when the file is no backup */
export function readOpening(bytes: Buffer): { format: number; length: number } | null {
  if (bytes.length < FRAME_HEAD_BYTES || bytes.readUInt32LE(0) !== SKIPPABLE) return null
  const length = FRAME_HEAD_BYTES + bytes.readUInt32LE(4)
  const text = bytes.subarray(FRAME_HEAD_BYTES, length).toString()
  const [, format] = new RegExp(`^${BACKUP_MARK}(\\d+)\n$`).exec(text) ?? []
  return format === undefined || length > MAX_OPENING_BYTES ? null : { format: Number(format), length }
}

/** @param hash hash of everything before; updated with the part of the closing frame that it covers */
export function encodeClosing(summary: BackupSummary, hash: ReturnType<typeof createHash>): Buffer {
  const json = Buffer.from(JSON.stringify(summary))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(json.length)
  const frame = encodeSkippable(Buffer.concat([json, Buffer.alloc(HASH_BYTES), length]))
  const hashed = frame.subarray(0, FRAME_HEAD_BYTES + json.length)
  hash.update(hashed).digest().copy(frame, hashed.length)
  return frame
}

/** Contents of the closing frame, and offsets in the file. */
interface Closing {
  summary: BackupSummary
  hash: Buffer
  /** Offset of the frame. */
  at: number
  /** Number of bytes that the hash covers. */
  hashedBytes: number
}

/**
 * @param end last bytes of the file
 * @param size size of the file, bytes
 * @returns null when the file has no complete closing frame
 */
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

/** Parses the summary without verifying it: the hash comparison comes later. */
function parseSummary(json: Buffer): BackupSummary {
  try {
    return JSON.parse(json.toString())
  } catch {
    return { rows: {} }
  }
}

export const MAX_CLOSING_BYTES = FRAME_HEAD_BYTES + MAX_SUMMARY_BYTES + HASH_BYTES + LENGTH_BYTES

/** Formats a time for a file name. */
export const formatStamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')

export const createBackupHash = (): ReturnType<typeof createHash> => createHash('sha256')
