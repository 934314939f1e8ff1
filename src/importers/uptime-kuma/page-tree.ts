/** Checks trees of pages in a file of SQLite. Format: https://sqlite.org/fileformat2.html, sections 1.3 and 1.6. */

const HEADER_BYTES = 100
const INTERIOR_INDEX = 2
const INTERIOR_TABLE = 5
const RIGHT_CHILD_OFFSET = 8
const CELLS_OFFSET = 12

/**
 * Returns a function that reports whether a tree has each page once, and only pages of the file. SQLite does not check this
 * while it reads: a few pages that all lead to the same page below keep it busy for years.
 */
export function createTreeCheck(bytes: Uint8Array): (root: number) => boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const given = bytes.length < HEADER_BYTES ? 0 : view.getUint16(16)
  const pageSize = given === 1 ? 65_536 : given
  const pageCount = pageSize < 512 ? 0 : Math.floor(bytes.length / pageSize)
  const visited = new Set<number>()

  const listChildren = (page: number): number[] => {
    const start = (page - 1) * pageSize
    const header = page === 1 ? HEADER_BYTES : start
    if (![INTERIOR_INDEX, INTERIOR_TABLE].includes(view.getUint8(header))) return []
    const room = (start + pageSize - header - CELLS_OFFSET) / 2
    const cellCount = Math.min(view.getUint16(header + 3), Math.floor(room))
    const cells = Array.from({ length: cellCount }, (_, index) => view.getUint16(header + CELLS_OFFSET + 2 * index))
    // A cell outside of the page leads to no page, so the tree is refused
    const children = cells.map((cell) => (cell + 4 <= pageSize ? view.getUint32(start + cell) : 0))
    return [...children, view.getUint32(header + RIGHT_CHILD_OFFSET)]
  }

  return (root) => {
    const pending = [root]
    for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
      if (page < 1 || page > pageCount || visited.has(page)) return false
      visited.add(page)
      pending.push(...listChildren(page))
    }
    return true
  }
}
