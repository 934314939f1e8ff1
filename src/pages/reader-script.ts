/**
 * Script of status pages: times in the zone of the reader, unless the page has a zone, and a popup for bars. A page is
 * complete without it. It is embedded in the page, allowed by its hash, sends no request and stores nothing.
 */
import { createHash } from 'node:crypto'
import { Html } from './html.ts'

// The text has no less-than sign and no ampersand, which a parser of HTML could take for markup
const SOURCE = `
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
const day = new Intl.DateTimeFormat([], { dateStyle: 'medium' })
const clock = new Intl.DateTimeFormat([], { timeStyle: 'short' })
const utcDay = new Intl.DateTimeFormat([], { dateStyle: 'medium', timeZone: 'UTC' })
let before = null
for (const time of document.querySelectorAll('html:not([data-zone]) time[datetime*=T]')) {
  const at = new Date(time.dateTime)
  const since = time.previousElementSibling === before ? before : null
  const repeats = since !== null ? day.format(new Date(since.dateTime)) === day.format(at) : false
  time.textContent = repeats ? clock.format(at) : day.format(at) + ', ' + clock.format(at)
  before = time
}
for (const note of document.querySelectorAll('html:not([data-zone]) .zone')) note.textContent = 'Times are in ' + zone + ', days in UTC.'
const popup = document.body.appendChild(document.createElement('div'))
popup.className = 'p'
popup.hidden = true
const hide = () => { popup.hidden = true }
const today = document.querySelector('.banner time')
for (const bars of document.querySelectorAll('li.r .b')) {
  const count = Math.round((bars.viewBox.baseVal.width + 1) / 4)
  const texts = Array(count).fill('')
  for (const path of bars.querySelectorAll('path')) {
    const [words] = path.querySelectorAll('title')
    for (const [, from, length] of path.getAttribute('d').matchAll(/M([0-9.]+) [0-9.]+(?:h([0-9]+))?/g))
      texts.fill(words.textContent, Math.floor(from / 4), Math.ceil((Number(from) + Number(length ?? 1)) / 4))
    words.remove()
  }
  let index = count - 1
  const show = (to) => {
    index = Math.max(0, Math.min(count - 1, to))
    const box = bars.getBoundingClientRect()
    const [words, ...titles] = texts[index].replace(/^[0-9]+ [A-Z][a-z]+: /, '').split('\\n')
    const date = utcDay.format(Date.parse(today.dateTime) - (count - 1 - index) * 864e5)
    popup.replaceChildren(...[date, words, ...titles].map((line) => {
      const row = document.createElement('p')
      row.textContent = line
      return row
    }))
    popup.hidden = false
    const middle = box.left + (index + 0.5) / count * box.width - popup.offsetWidth / 2
    const left = Math.max(8, Math.min(middle, document.documentElement.clientWidth - popup.offsetWidth - 8))
    popup.style.left = left + scrollX + 'px'
    popup.style.top = box.top + scrollY - popup.offsetHeight - 6 + 'px'
    bars.setAttribute('aria-valuenow', index)
    bars.setAttribute('aria-valuetext', date + ': ' + texts[index])
  }
  const point = (event) => {
    const box = bars.getBoundingClientRect()
    show(Math.floor((event.clientX - box.left) / box.width * count))
  }
  for (const [name, value] of Object.entries({
    tabindex: 0, role: 'slider', 'aria-label': bars.closest('li').querySelector('h3').textContent + ', days', 'aria-valuemin': 0, 'aria-valuemax': count - 1,
    'aria-valuenow': index, 'aria-valuetext': texts[index],
  })) bars.setAttribute(name, value)
  bars.removeAttribute('aria-hidden')
  bars.addEventListener('pointermove', point)
  bars.addEventListener('pointerdown', point)
  bars.addEventListener('pointerleave', (event) => event.pointerType === 'touch' || hide())
  bars.addEventListener('focus', () => show(index))
  bars.addEventListener('blur', hide)
  bars.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }[event.key]
    if (event.key === 'Escape') hide()
    if (by === undefined) return
    event.preventDefault()
    show(index + by)
  })
}
`
  .trim()
  .replace(/\n +/g, '\n')

/** `'sha256-…'`, for a Content-Security-Policy. */
export const READER_SCRIPT_HASH = `'sha256-${createHash('sha256').update(SOURCE).digest('base64')}'`

export const READER_SCRIPT: Html = new Html(`<script type="module">${SOURCE}</script>`)
