/** Texts of the dashboard in the user's language. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Catalogue } from './catalogue.ts'
import { createFormat, type Format } from './format.ts'
import { LANGUAGES, type Language, loadTexts } from './languages.ts'

const KEY = 'wk-language'

const isLanguage = (name: string | null | undefined): name is Language => name != null && name in LANGUAGES

function detectLanguage(): Language {
  const chosen = readStoredLanguage()
  if (chosen) return chosen
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'
}

/** Returns the language that the user selected; null to follow the browser. */
function readStoredLanguage(): Language | null {
  try {
    const chosen = localStorage.getItem(KEY)
    return isLanguage(chosen) ? chosen : null
  } catch {
    return null
  }
}

/** Returns the locale with the user's region: `en-GB` formats dates differently from `en-US`. */
const getLocale = (language: Language): string =>
  navigator.languages.find((tag) => (tag === language || tag.startsWith(`${language}-`)) && isTag(tag)) ?? language

/** Rejects tags such as `en-US@posix`, which some systems report and `Intl` does not accept. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

interface TextSettings {
  language: Language
  /** The language with its region, such as `en-GB`, for custom formats. */
  locale: string
  text: Catalogue
  format: Format
  choose: (language: Language) => void
}

const Context = createContext<TextSettings | null>(null)

/** English is part of the page. It is shown until another language arrives, so that the page does not stay empty. */
const ENGLISH_AFTER_MS = 3_000
const RETRY_AFTER_MS = 5_000

export function TextProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(detectLanguage)
  const [loaded, setLoaded] = useState<{ language: Language; text: Catalogue } | null>(null)
  const isShown = useRef(false)
  useEffect(() => {
    let isCurrent = true
    let retry: ReturnType<typeof setTimeout>
    const load = async (chosen: Language) => {
      const text = await loadTexts(chosen)
      if (!isCurrent) return
      isShown.current = true
      setLoaded({ language: chosen, text })
    }
    const showEnglish = () => {
      if (!isShown.current) void load('en')
    }
    const loadChosen = () =>
      void load(language).catch(() => {
        showEnglish()
        if (isCurrent) retry = setTimeout(loadChosen, RETRY_AFTER_MS)
      })
    loadChosen()
    const instead = setTimeout(showEnglish, ENGLISH_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(instead)
      clearTimeout(retry)
    }
  }, [language])
  useEffect(() => {
    if (loaded) document.documentElement.lang = loaded.language
  }, [loaded])
  const settings = useMemo<TextSettings | null>(
    () =>
      loaded && {
        ...loaded,
        locale: getLocale(loaded.language),
        format: createFormat(getLocale(loaded.language), loaded.text),
        choose: (next) => {
          try {
            localStorage.setItem(KEY, next)
          } catch {
            // Storage is off: the choice lasts for this visit only
          }
          setLanguage(next)
        },
      },
    [loaded],
  )
  return settings && <Context value={settings}>{children}</Context>
}

function useTextSettings(): TextSettings {
  const settings = useContext(Context)
  if (!settings) throw new Error('TextProvider is missing')
  return settings
}

export const useText = (): Catalogue => useTextSettings().text
export const useFormat = (): Format => useTextSettings().format
export const useLanguage = (): Pick<TextSettings, 'language' | 'locale' | 'choose'> => useTextSettings()
