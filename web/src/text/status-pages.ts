/** Texts of the screens of status pages. They are loaded with the screens, since few users open them. */

import type { Widened } from './catalogue.ts'
import { statusPages as de } from './de/status-pages.ts'
import { statusPages as en } from './en/status-pages.ts'
import type { Language } from './languages.ts'
import { useLanguage } from './text.tsx'

const TEXTS: Readonly<Record<Language, Widened<typeof en>>> = { en, de }

export const useStatusPagesText = (): Widened<typeof en> => TEXTS[useLanguage().language]
