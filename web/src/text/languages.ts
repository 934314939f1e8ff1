/** Languages and the loading of their texts. The first screen needs few texts, so most are loaded with other screens. */
import type { Catalogue, FirstTexts, MoreTexts } from './catalogue.ts'
import { en } from './en/index.ts'

interface Loaders {
  name: string
  loadFirst: () => Promise<FirstTexts>
  loadMore: () => Promise<MoreTexts>
}

export const LANGUAGES = {
  en: {
    name: 'English',
    loadFirst: () => Promise.resolve(en),
    loadMore: () => import('./en/more.ts').then(({ more }) => more),
  },
  de: {
    name: 'Deutsch',
    loadFirst: () => import('./de/index.ts').then(({ de }) => de),
    loadMore: () => import('./de/more.ts').then(({ more }) => more),
  },
} as const satisfies Record<string, Loaders>

export type Language = keyof typeof LANGUAGES

/** The language of the texts that the page shows. */
let current: Language = 'en'
let isMoreWanted = false

/** Makes a language the current one when its texts have arrived. Returns the texts of the first screen, or all texts after `loadMoreTexts`. */
export async function loadTexts(language: Language): Promise<Catalogue> {
  const first = await LANGUAGES[language].loadFirst()
  if (isMoreWanted) await addMoreTexts(language)
  current = language
  return first as Catalogue // the remaining texts are added before a screen that needs them is shown
}

/** Loads the remaining texts. Every part of the dashboard that is loaded on demand waits for them. */
export async function loadMoreTexts(): Promise<void> {
  isMoreWanted = true
  await addMoreTexts(current)
}

/** Adds the texts to the object that components already hold. */
async function addMoreTexts(language: Language): Promise<void> {
  const { loadFirst, loadMore } = LANGUAGES[language]
  Object.assign(await loadFirst(), await loadMore())
}
