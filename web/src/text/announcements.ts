/** Texts for screen readers about live changes. They are loaded with the first change. */

import type { Widened } from './catalogue.ts'
import { announcements as de } from './de/announcements.ts'
import { announcements as en } from './en/announcements.ts'
import type { Language } from './languages.ts'

export const ANNOUNCEMENTS: Readonly<Record<Language, Widened<typeof en>>> = { en, de }
