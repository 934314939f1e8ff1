/** Type of a language. English is the reference: a language that lacks a text does not compile. */
import type { en } from './en/index.ts'

/** Texts of a language; functions for texts with numbers or names. */
export type Catalogue = Widened<typeof en>

export type Widened<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [K in keyof T]: Widened<T[K]> }
