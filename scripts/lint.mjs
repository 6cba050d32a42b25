// `node scripts/lint.mjs`: ESLint for the files that may have changed their verdict since they last passed.
//
// ESLint's own cache looks at one file at a time, but rules that read types also depend on what a file imports. So a file
// is left out only while it and everything it reaches by imports, the configuration and the packages are as they were.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'

const root = fileURLToPath(new URL('..', import.meta.url))
const cacheFile = join(root, 'node_modules', '.cache', 'lint-passed.json')
/** A change of these may change what is said of any file. */
const everyFileDependsOn = [
  'package.json',
  'package-lock.json',
  'eslint.config.js',
  'tsconfig.json',
  'scripts/lint.mjs',
]
const extensions = ['', '.ts', '.tsx', '.mts', '.d.ts', '.d.mts', '.mjs', '.js', '.json', '/index.ts', '/index.tsx']
/** Folders by the aliases that tsconfig.json gives them. */
const folders = new Map(
  ['engine', 'shells']
    .map((name) => [`@${name}/`, join(root, 'electron', name)])
    .concat(['renderer', 'resources', 'shared'].map((name) => [`@${name}/`, join(root, name)])),
)
const imports =
  /\b(?:from|import|require)\s*\(?\s*['"]((?:\.{1,2}\/|@(?:engine|shells|renderer|resources|shared)\/)[^'"?]+)/gu

const texts = new Map()
const direct = new Map()

function textOf(file) {
  const known = texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

/** The files that a file names in its imports, types and dynamic ones included. */
function importsOf(file) {
  const known = direct.get(file)
  if (known) return known
  const found = /\.(?:[cm]?[jt]s|tsx)$/u.test(file)
    ? [...textOf(file).matchAll(imports)].flatMap(([, name]) => filesOf(name, file))
    : []
  direct.set(file, found)
  return found
}

/** All that a name may stand for: `x.mjs` may have its types in `x.d.mts`. */
function filesOf(name, from) {
  const alias = /^@\w+\//u.exec(name)?.[0] ?? ''
  const base = alias === '' ? resolve(dirname(from), name) : join(folders.get(alias), name.slice(alias.length))
  const bases = [base, base.replace(/\.(?:[cm])?js$/u, '')]
  const candidates = new Set(bases.flatMap((one) => extensions.map((extension) => one + extension)))
  return [...candidates].filter((file) => existsSync(file) && statSync(file).isFile())
}

/** A digest of a file and of everything it reaches. */
function stateOf(file, common) {
  const reached = new Set([file])
  for (const one of reached) for (const next of importsOf(one)) reached.add(next)
  const hash = createHash('sha256').update(common)
  for (const one of [...reached].sort()) hash.update(`\0${relative(root, one)}\0`).update(textOf(one))
  return hash.digest('hex')
}

/** Digests of files that passed; none where there is no such record, or it cannot be read. */
function readPassed() {
  try {
    return new Set(JSON.parse(readFileSync(cacheFile, 'utf8')))
  } catch {
    return new Set()
  }
}

/** Below this, a second process would read types for longer than it has files to look at. */
const fewFiles = 150

/**
 * The window's files and all others. The two share few types, so that two processes, one a core, hardly check anything twice.
 */
function partsOf(paths) {
  if (paths.length < fewFiles) return paths.length === 0 ? [] : [paths]
  const isOfWindow = (path) => /^(?:renderer|tests[\\/](?:e2e|unit[\\/]renderer))[\\/]/u.test(relative(root, path))
  return [paths.filter(isOfWindow), paths.filter((path) => !isOfWindow(path))].filter(({ length }) => length > 0)
}

/** What ESLint says of files, in a process of its own. */
function lint(paths) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['--part'], { cwd: root })
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`ESLint ended with ${code}.`)))
    child.send(paths)
  })
}

const eslint = new ESLint({ cwd: root })
if (process.argv.includes('--part')) {
  const [paths] = await once(process, 'message')
  const found = await eslint.lintFiles(paths)
  await new Promise((sent) => process.send(found, sent))
  process.exit()
}
const sources = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !['node_modules', '.git', 'out'].includes(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(root, entry.name), { recursive: true }).map((name) => join(root, entry.name, name))
      : [join(root, entry.name)],
  )
  .filter((file) => /\.(?:[cm]?[jt]s|tsx)$/u.test(file))
const ignored = await Promise.all(sources.map((file) => eslint.isPathIgnored(file)))
const files = sources.filter((_, at) => !ignored[at])

const common = createHash('sha256').update(process.version)
for (const name of everyFileDependsOn) common.update(readFileSync(join(root, name)))
// Types that are in force without being imported.
const ambient = sources.filter((file) => /\bdeclare\s+(?:global|module)\b/u.test(textOf(file)))
for (const file of ambient) common.update(textOf(file))
const commonDigest = common.digest()

const passed = readPassed()
const states = new Map(files.map((file) => [file, stateOf(file, commonDigest)]))
const due = process.argv.includes('--all') ? files : files.filter((file) => !passed.has(states.get(file)))
const results = (await Promise.all(partsOf(due).map(lint))).flat()
const failed = new Set(results.filter(({ messages }) => messages.length > 0).map(({ filePath }) => filePath))
const report = await (await eslint.loadFormatter('stylish')).format(results)
if (report !== '') console.log(report)
console.log(`${due.length} of ${files.length} files were linted.`)

mkdirSync(dirname(cacheFile), { recursive: true })
// What was edited meanwhile was linted in another state than the one that is remembered.
texts.clear()
direct.clear()
const isAsItWas = (file) => existsSync(file) && stateOf(file, commonDigest) === states.get(file)
const good = files.filter((file) => !failed.has(file) && isAsItWas(file)).map((file) => states.get(file))
writeFileSync(cacheFile, JSON.stringify(good))
process.exitCode = results.some(({ errorCount }) => errorCount > 0) ? 1 : 0
