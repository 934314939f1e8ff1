/** Draws the picture on a canvas. The cells are an image of one pixel per cell, which the canvas enlarges. */
import { toPlainTitle } from '../../app/incidents/plain-title.ts'
import { readPalette } from '../../parts/platform/colours.ts'
import {
  DAY_CELLS,
  FASTEST_LEVEL,
  findIncidentTone,
  findLastingOutage,
  type Loom,
  parseCell,
  SLOWEST_LEVEL,
  toCellStart,
} from './picture.ts'

/** Sizes in CSS pixels. */
export interface Layout {
  width: number
  height: number
  /** Columns beside the cells. */
  left: number
  right: number
  rowHeight: number
}

export interface Position {
  row: number
  cell: number
}

export const AXIS_HEIGHT = 22
/** A lower row has no name. */
const NAMED_HEIGHT = 14
const SMALLEST_HEIGHT = 2
const LARGEST_HEIGHT = 56
const FONT = '12px ui-sans-serif, system-ui, sans-serif'

/** @param areNamed whether all rows are high enough for their names, even if the picture is then longer than the screen */
export function createLayout(width: number, height: number, loom: Loom, areNamed: boolean): Layout {
  const rows = loom.rows.length
  const fitting = Math.floor(((height - AXIS_HEIGHT) / Math.max(1, rows)) * 2) / 2
  const least = areNamed ? NAMED_HEIGHT : SMALLEST_HEIGHT
  const rowHeight = Math.min(LARGEST_HEIGHT, Math.max(least, fitting))
  const isWide = width >= 700
  const hasNames = rowHeight >= NAMED_HEIGHT
  return {
    width,
    height,
    rowHeight,
    left: hasNames ? (isWide ? 180 : 104) : 12,
    right: isWide && loom.incidents.length > 0 ? 220 : 12,
  }
}

export const getContentHeight = ({ rowHeight }: Layout, rows: number): number => rows * rowHeight + AXIS_HEIGHT

const getCellWidth = ({ width, left, right }: Layout): number => (width - left - right) / DAY_CELLS

/** Returns the cell at a point of the canvas; null outside the cells. */
export function findCell(layout: Layout, scrollTop: number, rows: number, x: number, y: number): Position | null {
  if (y >= layout.height - AXIS_HEIGHT) return null
  const row = Math.floor((y + scrollTop) / layout.rowHeight)
  const cell = Math.floor((x - layout.left) / getCellWidth(layout))
  return row >= 0 && row < rows && cell >= 0 && cell < DAY_CELLS ? { row, cell } : null
}

type Rgb = readonly [number, number, number]

const BLACK: Rgb = [0, 0, 0]

/** Levels with a colour of style.css; colours between them are mixed. */
const PACES = [
  [-4, 'pace-fast'],
  [0, 'pace-typical'],
  [4, 'pace-slow'],
  [12, 'pace-slowest'],
] as const

const STATE_COLOURS = {
  unknown: 'sunken',
  paused: 'quiet-soft',
  up: 'pace-typical',
  maintenance: 'maintenance-mark',
  degraded: 'degraded-mark',
  down: 'outage-mark',
} as const

const INCIDENT_MARKS = { down: 'down-mark', degraded: 'degraded-mark', muted: 'edge' } as const

export class Painter {
  readonly #context: CanvasRenderingContext2D
  readonly #image = document.createElement('canvas')
  readonly #palette: (name: string) => string
  /** Colours by the character code of a cell. */
  readonly #colours: ReadonlyMap<number, Rgb>
  /** Red means "down now", so earlier outages have another colour. */
  readonly #lastingOutage: Rgb
  #loom: Loom | null = null
  /** Incidents of monitors, with the row of the monitor, from top to bottom. */
  #incidents: readonly { incident: Loom['incidents'][number]; row: number }[] = []
  readonly #shortened = new Map<string, string>()

  /** @param canvas its computed style has the colours of the theme */
  constructor(canvas: HTMLCanvasElement) {
    this.#context = canvas.getContext('2d')!
    this.#palette = readPalette(canvas.parentElement!)
    this.#colours = createColours((name) => parseRgb(this.#palette(name)))
    this.#lastingOutage = parseRgb(this.#palette('down-mark'))
  }

  /** Takes the cells of a picture. */
  setLoom(loom: Loom): void {
    this.#loom = loom
    const places = new Map(loom.rows.map(({ id }, row) => [id, row]))
    this.#incidents = loom.incidents
      .map((incident) => ({ incident, row: places.get(incident.monitor_id ?? '') ?? -1 }))
      .filter(({ row }) => row >= 0)
      .sort((a, b) => a.row - b.row)
    const rows = Math.max(1, loom.rows.length)
    const context = this.#image.getContext('2d')!
    Object.assign(this.#image, { width: DAY_CELLS, height: rows })
    const image = context.createImageData(DAY_CELLS, rows)
    loom.rows.forEach(({ cells }, row) => {
      const outage = findLastingOutage(cells)
      for (let cell = 0; cell < DAY_CELLS; cell++) {
        const isLasting = cell >= outage && cells[cell] === 'D'
        const colour = isLasting ? this.#lastingOutage : (this.#colours.get(cells.charCodeAt(cell)) ?? BLACK)
        const at = (row * DAY_CELLS + cell) * 4
        for (let part = 0; part < 3; part++) image.data[at + part] = colour[part]!
        image.data[at + 3] = 255
      }
    })
    context.putImageData(image, 0, 0)
  }

  /** @param formatTime returns the label of an hour */
  draw(layout: Layout, scrollTop: number, selected: Position | null, formatTime: (at: number) => string): void {
    const context = this.#context
    const loom = this.#loom
    if (!loom) return
    const ratio = devicePixelRatio
    const { width, height, left, rowHeight } = layout
    const { canvas } = context
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio))
      Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) })
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.fillStyle = this.#palette('ground')
    context.fillRect(0, 0, width, height)
    const first = Math.floor(scrollTop / rowHeight)
    const last = Math.min(loom.rows.length, Math.ceil((scrollTop + height - AXIS_HEIGHT) / rowHeight))
    const top = first * rowHeight - scrollTop
    const cellWidth = getCellWidth(layout)
    context.imageSmoothingEnabled = false
    const size = [cellWidth * DAY_CELLS, (last - first) * rowHeight] as const
    context.drawImage(this.#image, 0, first, DAY_CELLS, last - first, left, top, ...size)
    if (rowHeight >= 5)
      for (let row = first; row <= last; row++) context.fillRect(left, row * rowHeight - scrollTop - 1, size[0], 1)
    if (rowHeight >= NAMED_HEIGHT) this.#drawNames(loom, layout, scrollTop, [first, last])
    this.#drawIncidents(layout, scrollTop)
    this.#drawAxis(loom, layout, formatTime)
    if (selected) {
      const y = selected.row * rowHeight - scrollTop
      context.strokeStyle = this.#palette('ink')
      context.lineWidth = 1.5
      context.strokeRect(left + selected.cell * cellWidth - 1, y - 1, Math.max(3, cellWidth + 2), rowHeight + 1)
    }
  }

  #drawNames(loom: Loom, { left, rowHeight }: Layout, scrollTop: number, [first, last]: readonly [number, number]) {
    this.#context.font = FONT
    this.#context.textBaseline = 'middle'
    this.#context.fillStyle = this.#palette('muted')
    for (let row = first; row < last; row++) {
      const name = this.#shorten(loom.rows[row]!.name, left - 20)
      this.#context.fillText(name, 12, (row + 0.5) * rowHeight - scrollTop)
    }
  }

  /** Marks the rows of open incidents at the right edge, with their titles where there is room. */
  #drawIncidents({ width, height, right, rowHeight }: Layout, scrollTop: number): void {
    const context = this.#context
    const edge = width - right
    context.font = FONT
    context.textBaseline = 'middle'
    let lowest = 0
    for (const { incident, row } of this.#incidents) {
      const y = (row + 0.5) * rowHeight - scrollTop
      if (y < 0 || y >= height - AXIS_HEIGHT) continue
      const tone = findIncidentTone(incident)
      const colour = this.#palette(INCIDENT_MARKS[tone])
      context.fillStyle = colour
      context.shadowColor = colour
      context.shadowBlur = 10
      context.fillRect(edge + 1, y - Math.max(1, rowHeight / 2 - 1), 3, Math.max(2, rowHeight - 2))
      context.shadowBlur = 0
      const labelY = Math.max(y, lowest)
      if (right < 100 || labelY > height - AXIS_HEIGHT - 8 || labelY - y > 60) continue
      lowest = labelY + 15
      context.strokeStyle = colour
      context.lineWidth = 1
      context.beginPath()
      context.moveTo(edge + 5, y)
      context.lineTo(edge + 13, labelY)
      context.stroke()
      context.fillStyle = this.#palette(tone)
      context.fillText(this.#shorten(toPlainTitle(incident.title), right - 28), edge + 17, labelY)
    }
  }

  #drawAxis(loom: Loom, layout: Layout, formatTime: (at: number) => string): void {
    const context = this.#context
    const { width, height, left, right } = layout
    const y = height - AXIS_HEIGHT
    context.fillStyle = this.#palette('ground')
    context.fillRect(0, y, width, AXIS_HEIGHT)
    context.font = FONT
    context.textBaseline = 'middle'
    context.textAlign = 'center'
    const cellWidth = getCellWidth(layout)
    const step = width - left - right > 600 ? 3 : 6
    for (let cell = 0; cell < DAY_CELLS; cell++) {
      const at = new Date(toCellStart(loom, cell))
      if (at.getMinutes() !== 0 || at.getHours() % step !== 0) continue
      const x = left + cell * cellWidth
      context.fillStyle = this.#palette('line')
      context.fillRect(x, y, 1, 4)
      context.fillStyle = this.#palette('muted')
      if (x < width - right - 24) context.fillText(formatTime(at.getTime()), x, y + 13)
    }
    context.textAlign = 'left'
  }

  #shorten(text: string, width: number): string {
    const key = `${width}/${text}`
    const known = this.#shortened.get(key)
    if (known !== undefined) return known
    let short = text
    while (short.length > 1 && this.#context.measureText(short).width > width)
      short = `${short.slice(0, -2).trimEnd()}…`
    this.#shortened.set(key, short)
    return short
  }
}

const parseRgb = (colour: string): Rgb =>
  colour
    .match(/[\d.]+/g)!
    .slice(0, 3)
    .map(Number) as unknown as Rgb

function createColours(read: (name: string) => Rgb): Map<number, Rgb> {
  const paces = PACES.map(([level, name]) => ({ level, colour: read(name) }))
  const colours = new Map<number, Rgb>()
  for (const character of '-PUMWD')
    colours.set(character.charCodeAt(0), read(STATE_COLOURS[parseCell(character).state]))
  for (let level = FASTEST_LEVEL; level <= SLOWEST_LEVEL; level++)
    colours.set('i'.charCodeAt(0) + level, mixPace(paces, level))
  return colours
}

function mixPace(paces: readonly { level: number; colour: Rgb }[], level: number): Rgb {
  const next = paces.findIndex((pace) => pace.level > level)
  if (next === 0) return paces[0]!.colour
  if (next < 0) return paces.at(-1)!.colour
  const [from, to] = [paces[next - 1]!, paces[next]!]
  const share = (level - from.level) / (to.level - from.level)
  return from.colour.map((part, index) => Math.round(part + (to.colour[index]! - part) * share)) as unknown as Rgb
}
