/** What is left of a list of which only the first are shown. */
import type { NoticeList } from './notice/notice-types.ts'

/** One line, or none when all are shown. */
export const listRemainder = ({ total }: Pick<NoticeList, 'total'>, shown: number): string[] =>
  total > shown ? [`and ${total - shown} more`] : []
