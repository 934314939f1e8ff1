/** Checks HTML: every element is closed in the right place, and no attribute is repeated. */
import assert from 'node:assert/strict'

const VOID = new Set(['meta', 'link', 'img', 'br', 'input', 'hr'])

export function assertWellFormed(html: string): void {
  assert.match(html, /^<!doctype html>/)
  const open: string[] = []
  const ids = new Set<string>()
  const text = html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '').slice('<!doctype html>'.length)
  for (const [tag, slash, name, attributes, self] of text.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*?)(\/?)>/gi,
  )) {
    if (slash) assert.equal(open.pop(), name, `${tag} at ${open.join(' > ')}`)
    else if (!self && !VOID.has(name!)) open.push(name!)
    const names = [...attributes!.matchAll(/\s([\w:-]+)="[^"]*"/g)].map(([, attribute]) => attribute!)
    assert.equal(attributes!.replace(/\s[\w:-]+="[^"]*"/g, '').trim(), '', `attributes of ${tag}`)
    assert.equal(new Set(names).size, names.length, `a repeated attribute in ${tag}`)
    const id = /\sid="([^"]*)"/.exec(attributes!)?.[1]
    assert.ok(id === undefined || !ids.has(id), `the ID ${id} is repeated`)
    if (id !== undefined) ids.add(id)
  }
  assert.deepEqual(open, [], 'left open')
  const bare = text.replace(/<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*?)(\/?)>/gi, '')
  assert.ok(!/[<>]/.test(bare), 'a bracket outside a tag')
}
