/** The shape of a language. English is the standard: a language that lacks one of its words does not compile. */
import type { en } from './en/index.ts'

/** Texts of a language, and functions where a text holds numbers or names. */
export type Catalogue = Widened<typeof en>

export type Widened<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [K in keyof T]: Widened<T[K]> }
