/** Format of results on disk: one line each, with a leading checksum. It reveals truncated or corrupted lines. Pure. */
import { crc32 } from 'node:zlib'
import type { CheckResult } from '../../core/probes/protocol.ts'

const CHECKSUM_DIGITS = 8

export const encodeRecords = (results: readonly CheckResult[]): string => results.map(encodeRecord).join('')

function encodeRecord(result: CheckResult): string {
  const json = JSON.stringify(result)
  return `${computeChecksum(json)} ${json}\n`
}

const computeChecksum = (json: string): string => crc32(json).toString(16).padStart(CHECKSUM_DIGITS, '0')

interface DecodedRecords {
  results: CheckResult[]
  /** Number of corrupt lines. An unterminated last line does not count: its write never completed. */
  corruptCount: number
}

export function decodeRecords(text: string): DecodedRecords {
  const lines = text.split('\n')
  // The text after the last line end is empty, or an incomplete write from a crash
  lines.pop()
  const results = lines.flatMap((line) => decodeRecord(line) ?? [])
  return { results, corruptCount: lines.length - results.length }
}

function decodeRecord(line: string): CheckResult | null {
  const json = line.slice(CHECKSUM_DIGITS + 1)
  if (line.slice(0, CHECKSUM_DIGITS) !== computeChecksum(json)) return null
  return JSON.parse(json) as CheckResult
}
