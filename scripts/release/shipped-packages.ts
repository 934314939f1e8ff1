/** The third-party packages whose code is part of what ships, with their licences. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

export const ROOT = join(import.meta.dirname, '../..')

/** Each build writes its own list here. */
const LISTS = join(ROOT, 'dist/packages')

export interface ShippedPackage {
  name: string
  version: string
  /** SPDX expression. */
  license: string
  /** Text of the licence, or null when the package has none. */
  text: string | null
}

/** Collects the packages of bundles. One collector may serve several bundles. */
export function createCollector() {
  const folders = new Set<string>()
  const plugin: Plugin = {
    name: 'collect-packages',
    generateBundle: (_, files) => {
      for (const file of Object.values(files))
        for (const id of file.type === 'chunk' ? file.moduleIds : []) {
          const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, '')) ?? []
          if (folder) folders.add(folder)
        }
    },
  }
  return { plugin, write: (list: string) => writeList(list, [...folders].map(describePackage)) }
}

/** @param list name of the build */
export function writeList(list: string, packages: readonly ShippedPackage[]): void {
  mkdirSync(LISTS, { recursive: true })
  writeFileSync(join(LISTS, `${list}.json`), `${JSON.stringify(packages, null, 2)}\n`)
}

/** Returns the packages of all builds, each once, in order of their names. */
export function readLists(): ShippedPackage[] {
  const all = readdirSync(LISTS).flatMap(
    (file) => JSON.parse(readFileSync(join(LISTS, file), 'utf8')) as ShippedPackage[],
  )
  const unique = new Map(all.map((one) => [`${one.name}@${one.version}`, one]))
  return [...unique.values()].sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1))
}

/** @throws Error when the package states no licence */
export function describePackage(folder: string): ShippedPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string') throw new Error(`${name} states no licence: find out whether it may be shipped`)
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(-mit)?(\.(md|txt))?$/i.test(entry))
  return { name, version, license, text: file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim() }
}
