/** Type of a language. English is the reference: a language that lacks a text does not compile. */
import type { en } from './en/index.ts'
import type { more } from './en/more.ts'

/** Texts of the first screen. */
export type FirstTexts = Widened<typeof en>

/** Texts of all other screens. */
export type MoreTexts = Widened<typeof more>

/** Texts of a language; functions for texts with numbers or names. */
export type Catalogue = FirstTexts & MoreTexts

export type Widened<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [K in keyof T]: Widened<T[K]> }
