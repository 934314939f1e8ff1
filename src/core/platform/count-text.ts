/**
 * Formats a number with its noun: `1 day`, `1,204 bytes`. Digits are grouped by hand, because loading `Intl.NumberFormat`
 * takes longer than most checks.
 *
 * @param noun singular; its plural ends in "s"
 */
export const formatCountText = (count: number, noun: string): string =>
  `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${noun}${count === 1 ? '' : 's'}`
