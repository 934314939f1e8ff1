/**
 * Checks that the `node` which npm finds for this folder starts, and says in one sentence what to do otherwise. With the
 * argument `install` it also checks the Node that runs npm. That Node runs this file, so this is plain JavaScript for Nodes
 * of any age.
 */
'use strict'

const { spawnSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

/** Debian's packages of libraries that a minimal system lacks and Node is linked with. */
const PACKAGES = { 'libatomic.so.1': 'libatomic1', 'libstdc++.so.6': 'libstdc++6' }

/**
 * The Nodes that npm has to run on to install everything. For others it leaves out packages that the dashboard's build needs,
 * because those are optional and refuse the Node. Source: engines of rolldown's bindings.
 */
function canInstall(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

/** Compares major and minor versions. */
function isAtLeast(version, least) {
  const [major, minor] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = least.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

/** @returns {string | null} null when all is well */
function findFault() {
  const own = process.versions.node
  if (process.argv[2] === 'install' && !canInstall(own))
    return `npm ci needs Node 20.19, 22.12 or newer, and this is ${own}: install a newer Node, then run npm ci again.`
  const { engines } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'))
  const least = engines.node.replace('>=', '')
  const { error, status, stdout, stderr } = spawnSync('node', ['--version'], { encoding: 'utf8' })
  if (error) return `Node cannot be started: ${error.message}.`
  const library = /\b(lib[^\s:/]+\.so[.\d]*)/.exec(stderr)
  if (status !== 0 && library) return describeMissing(library[1])
  if (status !== 0) return `Node cannot be started: ${stderr.trim() || `it ended with ${status}`}.`
  if (isAtLeast(stdout.trim().slice(1), least)) return null
  return `Watchkeeper runs on Node ${least} or later, and this is ${stdout.trim()}: run npm ci in this folder, which installs one.`
}

function describeMissing(library) {
  const name = PACKAGES[library]
  const how = name
    ? `apt-get install ${name} (Debian, Ubuntu), or the package of your system that has it`
    : 'install it'
  return `Watchkeeper needs the library ${library}: ${how}, then run npm ci again.`
}

const fault = findFault()
if (fault !== null) {
  process.stderr.write(`\n${fault}\n\n`)
  process.exit(1)
}
