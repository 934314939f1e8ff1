/** Which monitors are chosen. Pure: the list says what was done, and gets what is chosen now. */

export interface Selection {
  ids: ReadonlySet<string>
  /** Where a range begins. */
  anchor: string | null
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null }

export function toggleMonitor({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Everything between the anchor and this one is chosen, too. @param order the monitors as they stand in the list */
export function extendSelection(selection: Selection, id: string, order: readonly string[]): Selection {
  const to = order.indexOf(id)
  const from = selection.anchor === null ? to : order.indexOf(selection.anchor)
  if (from < 0 || to < 0) return { ids: new Set(selection.ids).add(id), anchor: id }
  const [first, last] = from < to ? [from, to] : [to, from]
  return { ids: new Set([...selection.ids, ...order.slice(first, last + 1)]), anchor: order[from]! }
}

/** Without those that are gone, or are not shown any more: nobody acts on what he does not see. */
export function filterSelection(selection: Selection, shown: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection
  const left = shown.filter((id) => selection.ids.has(id))
  return left.length === selection.ids.size ? selection : { ...selection, ids: new Set(left) }
}
