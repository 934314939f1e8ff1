/** Moves sections, and components within and between sections. Pure. */
import type { ComponentDraft, SectionDraft } from './page-draft.ts'

/** A section or a component that the user moves. */
export interface Item {
  kind: 'section' | 'component'
  key: string
}

/** A gap between two entries of a list. */
export interface Slot {
  /** Key of the section for components; null for the list of sections. */
  listKey: string | null
  /** Number of entries before the gap, including the moved item. */
  index: number
}

/** Position of an item in its list, for people: the first position is 1. */
interface Place {
  position: number
  count: number
  /** Name of the section that contains a component. */
  section: string | null
}

type Sections = readonly SectionDraft[]

/** Puts the item into the gap. An unknown item or list changes nothing. */
export function moveToSlot(sections: Sections, item: Item, { listKey, index }: Slot): SectionDraft[] {
  if (item.kind === 'section') return moveEntry(sections, item.key, index)
  const component = sections.flatMap(({ components }) => components).find(({ key }) => key === item.key)
  if (!component || !sections.some(({ key }) => key === listKey)) return [...sections]
  return sections.map((section) => ({
    ...section,
    components: placeComponent(section.components, component, section.key === listKey ? index : null),
  }))
}

function moveEntry<T extends { key: string }>(list: readonly T[], key: string, slot: number): T[] {
  const from = list.findIndex((entry) => entry.key === key)
  const rest = list.filter((entry) => entry.key !== key)
  if (from >= 0) rest.splice(slot > from ? slot - 1 : slot, 0, list[from]!)
  return rest
}

/** @param slot null to remove the component from the list */
function placeComponent(
  list: readonly ComponentDraft[],
  component: ComponentDraft,
  slot: number | null,
): ComponentDraft[] {
  if (slot === null) return list.filter(({ key }) => key !== component.key)
  const isInside = list.some(({ key }) => key === component.key)
  return isInside ? moveEntry(list, component.key, slot) : list.toSpliced(slot, 0, component)
}

/** Moves the item one position up (-1) or down (1). A component leaves its section at its first or last position. */
export function moveByStep(sections: Sections, item: Item, by: -1 | 1): SectionDraft[] {
  const slot = findNextSlot(sections, item, by)
  return slot ? moveToSlot(sections, item, slot) : [...sections]
}

function findNextSlot(sections: Sections, { kind, key }: Item, by: -1 | 1): Slot | null {
  const at = sections.findIndex((section) =>
    kind === 'section' ? section.key === key : section.components.some((component) => component.key === key),
  )
  const section = sections[at]
  if (!section) return null
  if (kind === 'section') return toInnerSlot(null, at, by, sections.length)
  const index = section.components.findIndex((component) => component.key === key)
  const inner = toInnerSlot(section.key, index, by, section.components.length)
  const neighbour = sections[at + by]
  return inner ?? (neighbour ? { listKey: neighbour.key, index: by === 1 ? 0 : neighbour.components.length } : null)
}

/** @returns null at the end of the list */
function toInnerSlot(listKey: string | null, index: number, by: -1 | 1, count: number): Slot | null {
  const to = index + by
  if (to < 0 || to >= count) return null
  return { listKey, index: by === 1 ? to + 1 : to }
}

export function findPlace(sections: Sections, { kind, key }: Item): Place | null {
  if (kind === 'section') return toPlace(sections, key, null)
  const section = sections.find(({ components }) => components.some((component) => component.key === key))
  return section ? toPlace(section.components, key, section.name) : null
}

function toPlace(list: readonly { key: string }[], key: string, section: string | null): Place | null {
  const index = list.findIndex((entry) => entry.key === key)
  return index < 0 ? null : { position: index + 1, count: list.length, section }
}

/** A gap with its vertical position on the screen, in CSS pixels. */
export interface SlotLine extends Slot {
  y: number
}

/** Returns the gap nearest to the pointer; null without gaps. */
export const findNearestSlot = <T extends SlotLine>(lines: readonly T[], y: number): T | null =>
  lines.reduce<T | null>(
    (nearest, line) => (nearest === null || Math.abs(line.y - y) < Math.abs(nearest.y - y) ? line : nearest),
    null,
  )

/** Puts a removed component back. Changes nothing when its section is gone, too. */
export const restoreComponent = (
  sections: Sections,
  component: ComponentDraft,
  { listKey, index }: Slot,
): SectionDraft[] =>
  sections.map((section) =>
    section.key === listKey ? { ...section, components: section.components.toSpliced(index, 0, component) } : section,
  )
