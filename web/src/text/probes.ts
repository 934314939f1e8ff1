/** The words of the screen of probes. Few people open it: they come with it, and not with the first load. */

import type { Widened } from './catalogue.ts'
import { probes as de } from './de/probes.ts'
import { probes as en } from './en/probes.ts'
import { type Language, useLanguage } from './text.tsx'

const TEXTS: Readonly<Record<Language, Widened<typeof en>>> = { en, de }

export const useProbesText = (): Widened<typeof en> => TEXTS[useLanguage().language]
