/** Set by `npm run bench -- NAME --toy`. */
export const TOY_VARIABLE = 'BENCH_TOY'

/** Returns a size of a bench, or its toy size. At toy size a bench takes seconds and shows only that it works. */
export const sized = <T>(full: T, toy: T): T => (process.env[TOY_VARIABLE] ? toy : full)
