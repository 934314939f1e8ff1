/** Set by `npm run bench -- NAME --toy`. */
export const TOY_VARIABLE = 'BENCH_TOY'

/** At toy size a bench takes seconds and shows only that it works. */
export const IS_TOY = Boolean(process.env[TOY_VARIABLE])

/** Returns a size of a bench, or its toy size. */
export const sized = <T>(full: T, toy: T): T => (IS_TOY ? toy : full)
