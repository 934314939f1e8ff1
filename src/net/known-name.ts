/** What one answer says of the addresses of a name. Pure. */
import { missingWords, type RecordsAnswer } from './dns-answer.ts'

/** The known state of a name: an answer, or the reason why there is none. */
export type Known =
  | { addresses: readonly string[] }
  | { missing: string; noAddress: boolean }
  | { alias: string; path: readonly string[] }

type UsefulAnswer = Exclude<RecordsAnswer, { kind: 'failed' }>

/** @param phase what was asked: `resolve shop.example` */
export function knownFrom(answer: UsefulAnswer, name: string, phase: string, family: 4 | 6): Known {
  switch (answer.kind) {
    case 'records':
      return { addresses: answer.records.map(({ value }) => value) }
    case 'alias':
      return { alias: answer.name, path: answer.path }
    case 'missing':
      return { missing: `${phase}: ${missingWords(answer.name, name)}`, noAddress: false }
    case 'empty':
      return { missing: `${phase}: no IPv${family} address`, noAddress: true }
  }
}
