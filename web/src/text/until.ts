/** Texts about the end of a pause or a silence, loaded with the screens that offer it. */

import type { Widened } from './catalogue.ts'
import { until as de } from './de/until.ts'
import { until as en } from './en/until.ts'
import type { Language } from './languages.ts'
import { useLanguage } from './text.tsx'

const TEXTS: Readonly<Record<Language, Widened<typeof en>>> = { en, de }

export const useUntilText = (): Widened<typeof en> => TEXTS[useLanguage().language]
