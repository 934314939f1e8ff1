/** Texts about silences, loaded with the screens that show them. */
import type { Widened } from './catalogue.ts'
import { silence as de } from './de/silence.ts'
import { silence as en } from './en/silence.ts'
import type { Language } from './languages.ts'
import { useLanguage } from './text.tsx'

const TEXTS: Readonly<Record<Language, Widened<typeof en>>> = { en, de }

export const useSilenceText = (): Widened<typeof en> => TEXTS[useLanguage().language]
