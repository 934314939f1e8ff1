/** Texts about drafts, alerts and tests in forms. They are loaded with the forms, so that the first page stays small. */

import type { Widened } from './catalogue.ts'
import { formNotes as de } from './de/form-notes.ts'
import { formNotes as en } from './en/form-notes.ts'
import type { Language } from './languages.ts'
import { useLanguage } from './text.tsx'

const TEXTS: Readonly<Record<Language, Widened<typeof en>>> = { en, de }

export const useFormNotes = (): Widened<typeof en> => TEXTS[useLanguage().language]
