/** The remainder of a list of which only the first items are shown. */
import type { NoticeList } from './notice/notice-types.ts'

/** One line, or none when all items are shown. */
export const listRemainder = ({ total }: Pick<NoticeList, 'total'>, shown: number): string[] =>
  total > shown ? [`and ${total - shown} more`] : []
