/** 0 or 1. */
export type Flag = 0 | 1
