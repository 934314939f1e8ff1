/** Texts of the bulk edit. They are loaded with its dialog, since few users open it. */

import type { Widened } from './catalogue.ts'
import { bulkEdit as de } from './de/bulk-edit.ts'
import { bulkEdit as en } from './en/bulk-edit.ts'
import type { Language } from './languages.ts'
import { useLanguage } from './text.tsx'

const TEXTS: Readonly<Record<Language, Widened<typeof en>>> = { en, de }

export const useBulkEditText = (): Widened<typeof en> => TEXTS[useLanguage().language]
