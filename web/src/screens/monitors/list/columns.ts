/** Columns by available width, shared by the header and the rows. */

export const GRID = [
  'grid items-center gap-x-3 px-3',
  'grid-cols-[1.25rem_minmax(0,1fr)_auto] group-data-selecting/list:grid-cols-[1.5rem_1.25rem_minmax(0,1fr)_auto]',
  '@2xl/list:grid-cols-[1.5rem_8.75rem_minmax(0,1fr)_7rem_5.25rem_5.5rem] @2xl/list:group-data-selecting/list:grid-cols-[1.5rem_8.75rem_minmax(0,1fr)_7rem_5.25rem_5.5rem]',
  '@4xl/list:grid-cols-[1.5rem_9.5rem_minmax(0,1fr)_11.5rem_7.5rem_6rem_7rem] @4xl/list:group-data-selecting/list:grid-cols-[1.5rem_9.5rem_minmax(0,1fr)_11.5rem_7.5rem_6rem_7rem]',
].join(' ')

/** The checkbox; on narrow screens it is visible only in selection mode. */
export const SELECT_CELL = 'hidden group-data-selecting/list:flex @2xl/list:flex group-data-readonly/list:invisible'
export const MIDDLE_CELL = 'hidden @2xl/list:block'
export const WIDE_CELL = 'hidden @4xl/list:block'

/** In rem, so that rows grow with the font size. */
export const ROW_REM = 3.5
export const GROUP_REM = 2.5
