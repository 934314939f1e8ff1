/** Texts of the screen of probes. They are loaded with the screen, since few users open it. */

import type { Widened } from './catalogue.ts'
import { probes as de } from './de/probes.ts'
import { probes as en } from './en/probes.ts'
import type { Language } from './languages.ts'
import { useLanguage } from './text.tsx'

const TEXTS: Readonly<Record<Language, Widened<typeof en>>> = { en, de }

export const useProbesText = (): Widened<typeof en> => TEXTS[useLanguage().language]
