/** How results lie on disk: a line each, its checksum before it. Whatever is torn or spoilt is known by that. Pure. */
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
  /** Lines that are not what was written. The last one does not count when it has no end: that write was never done. */
  corruptCount: number
}

export function decodeRecords(text: string): DecodedRecords {
  const lines = text.split('\n')
  // Behind the last line end there is nothing, or what a crash left of a write
  lines.pop()
  const results = lines.flatMap((line) => decodeRecord(line) ?? [])
  return { results, corruptCount: lines.length - results.length }
}

function decodeRecord(line: string): CheckResult | null {
  const json = line.slice(CHECKSUM_DIGITS + 1)
  if (line.slice(0, CHECKSUM_DIGITS) !== computeChecksum(json)) return null
  return JSON.parse(json) as CheckResult
}
