/** Offers to undo that are on the screen. */

/**
 * Records an offer to undo, and removes older offers about the same subject: an undo must not overwrite a newer change.
 *
 * @param offers subjects by message id; changed in place
 * @returns ids of the removed offers
 */
export function replaceOffers(
  offers: Map<string, readonly string[]>,
  id: string,
  subjects: readonly string[],
): string[] {
  const replaced = [...offers].filter(([, others]) => others.some((one) => subjects.includes(one))).map(([old]) => old)
  for (const old of replaced) offers.delete(old)
  offers.set(id, subjects)
  return replaced
}
