/** Texts of a running check. They are loaded with the screens that run checks. */

import type { Widened } from './catalogue.ts'
import { checkPhases as de } from './de/check-phases.ts'
import { checkPhases as en } from './en/check-phases.ts'
import type { Language } from './languages.ts'
import { useLanguage } from './text.tsx'

export type CheckPhasesText = Widened<typeof en>

const TEXTS: Readonly<Record<Language, CheckPhasesText>> = { en, de }

export const useCheckPhasesText = (): CheckPhasesText => TEXTS[useLanguage().language]
