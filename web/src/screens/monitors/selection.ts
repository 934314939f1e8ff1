/** Selection of monitors. Pure: each function takes the selection and returns the new one. */

export interface Selection {
  ids: ReadonlySet<string>
  /** Start of a range selection. */
  anchor: string | null
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null }

export function toggleMonitor({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * Adds all monitors between the anchor and this one.
 *
 * @param order ids in list order
 */
export function extendSelection(selection: Selection, id: string, order: readonly string[]): Selection {
  const to = order.indexOf(id)
  const from = selection.anchor === null ? to : order.indexOf(selection.anchor)
  if (from < 0 || to < 0) return { ids: new Set(selection.ids).add(id), anchor: id }
  const [first, last] = from < to ? [from, to] : [to, from]
  return { ids: new Set([...selection.ids, ...order.slice(first, last + 1)]), anchor: order[from]! }
}

/** Removes monitors that are deleted or filtered out: actions never affect hidden rows. */
export function filterSelection(selection: Selection, shown: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection
  const left = shown.filter((id) => selection.ids.has(id))
  return left.length === selection.ids.size ? selection : { ...selection, ids: new Set(left) }
}
