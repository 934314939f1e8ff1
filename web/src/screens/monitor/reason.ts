/** Reasons in the status history are English sentences of the server; those that say much are taken apart here. */

type Reason =
  | {
      kind: 'trouble'
      /** Regions that see it, of all that have an opinion. */
      seen: number
      regions: number
      /** As the check said it. */
      message: string
      /** Checks in a row; null while a recovery is not yet confirmed. */
      inARow: number | null
      /** Codes of regions that see it up. */
      dissent: string[]
    }
  | { kind: 'well'; regions: number; inARow: number | null }
  | { kind: 'stale' }
  | { kind: 'created' }
  /** Something else, in the words of the server. */
  | { kind: 'other'; text: string }

const TROUBLE =
  /^(?:down|degraded): (\d+) of (\d+) regions?, `(.*)`, (?:(\d+) checks? in a row|a recovery not yet confirmed)(?:; (.+) saw it up)?$/s
const WELL = /^up: \d+ of (\d+) regions?, (?:(\d+) checks? in a row|a failure not yet confirmed)$/
const STALE = ['unknown: no result arrived in time', 'no region has a fresh opinion']

export function readReason(text: string): Reason {
  const trouble = TROUBLE.exec(text)
  if (trouble) {
    const [, seen, regions, message, inARow, dissent] = trouble
    return {
      kind: 'trouble',
      seen: Number(seen),
      regions: Number(regions),
      message: message!,
      inARow: inARow === undefined ? null : Number(inARow),
      dissent: dissent === undefined ? [] : dissent.split(', '),
    }
  }
  const well = WELL.exec(text)
  if (well) return { kind: 'well', regions: Number(well[1]), inARow: well[2] === undefined ? null : Number(well[2]) }
  if (STALE.includes(text)) return { kind: 'stale' }
  if (text === 'the monitor was created') return { kind: 'created' }
  return { kind: 'other', text }
}
