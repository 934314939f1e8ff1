/** The parts of a notice. Every channel formats them differently. */

/** `bad`: something does not work. `warning`: it will stop working soon, or works badly. */
export type Mood = 'bad' | 'warning' | 'good' | 'neutral'

export interface Notice {
  /** One line with the event, the monitor and the time: a locked phone shows no more. */
  title: string
  mood: Mood
  /** Why this reader gets the message, if that is not obvious; otherwise empty. */
  note: string
  /** The cause; may have several lines. */
  text: string
  facts: Fact[]
  list: NoticeList | null
  /** Notes of the monitor; may have several lines. */
  notes: string
  runbookUrl: string | null
  link: NoticeLink | null
  /** Actions for the reader without an account; may be empty. */
  actions: NoticeLink[]
}

export interface NoticeLink {
  label: string
  url: string
}

export type Fact = readonly [label: string, value: string]

/** The first items of a longer list. */
export interface NoticeList {
  items: string[]
  /** Number of all items. */
  total: number
}

/** The parts that differ from event to event. */
export type NoticeContent = Pick<Notice, 'title' | 'mood' | 'text'> & Partial<Pick<Notice, 'facts' | 'list' | 'link'>>
