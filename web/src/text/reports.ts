/** Texts of the reports. They are loaded with the screen, since few users open it. */

import type { Widened } from './catalogue.ts'
import { reports as de } from './de/reports.ts'
import { reports as en } from './en/reports.ts'
import type { Language } from './languages.ts'
import { useLanguage } from './text.tsx'

export type ReportsText = Widened<typeof en>

const TEXTS: Readonly<Record<Language, ReportsText>> = { en, de }

export const useReportsText = (): ReportsText => TEXTS[useLanguage().language]
