import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CairnError } from '@shared/errors'

/** The facts that decide where the user's data lies. A parameter, so that tests can be any machine. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The folder this platform keeps application data in, with ours inside. Never created here. */
export function dataFolder(machine: Machine): string {
  const { platform, home, env } = machine
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Cairn')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Cairn')
  // The XDG specification says that a relative path is to be ignored.
  const xdg = env['XDG_DATA_HOME']
  return join(xdg?.startsWith('/') ? xdg : join(home, '.local', 'share'), 'cairn')
}

/** The folder of documents and sessions, unless the user names another. */
export function defaultStoreFolder(machine: Machine): string {
  return join(dataFolder(machine), 'store')
}

/** Where a store is kept: a folder of this machine, and the library that it shares with others, where it does. */
export interface StorePlace {
  /** Absolute. */
  readonly folder: string
  /** `s3://bucket/prefix`. */
  readonly library?: string | undefined
}

/** What begins as an address does. One letter before a colon is a drive of Windows. */
const scheme = /^([a-z][\w+.-]+):(?:\/\/)?/iu

/** A store as a person names it, so that it means the same in another working folder. */
export function absoluteStore(named: string, cwd: string): string {
  return scheme.test(named) ? named : resolve(cwd, named)
}

/**
 * The place of a store as a person names it: a path, or the address of a library in a bucket, of which what is one's own is kept in a folder for
 * data. Throws INVALID_INPUT for other addresses.
 */
export function storePlace(named: string, cwd: string, machine: Machine): StorePlace {
  const [begins = '', kind = ''] = scheme.exec(named)?.map((part) => part.toLowerCase()) ?? []
  if (kind === '') return { folder: resolve(cwd, named) }
  if (begins === 's3://') {
    const library = named.replace(/\/+$/u, '')
    const endpoint = machine.env['AWS_ENDPOINT_URL_S3'] || machine.env['AWS_ENDPOINT_URL'] || ''
    const name = library
      .slice('s3://'.length)
      .replaceAll(/[^\w.-]+/gu, '-')
      .slice(0, 60)
    const id = createHash('sha256').update(`${library}\n${endpoint}`).digest('hex').slice(0, 8)
    return { folder: join(dataFolder(machine), 'libraries', `${name}-${id}`), library }
  }
  const message =
    kind === 'db' ? 'Cairn cannot keep a store on a LanceDB server.' : `“${named}” is no address of a store.`
  const action =
    'Name a folder, or a library in a bucket: s3://bucket/prefix. A folder with a colon in its name is ./name.'
  throw new CairnError('INVALID_INPUT', message, action)
}

export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), env: process.env }
}

/**
 * The folder that holds package.json and resources/, found upwards from a module of ours: the same answer from the
 * sources, from out/main and from a packaged app. Throws CairnError FILE_VANISHED where there is none.
 */
export function packageFolder(moduleUrl: string = import.meta.url): string {
  let folder = dirname(fileURLToPath(moduleUrl))
  while (!(existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'resources')))) {
    const parent = dirname(folder)
    if (parent === folder) {
      throw new CairnError('FILE_VANISHED', 'The resources folder of Cairn is missing.', 'Install Cairn again.')
    }
    folder = parent
  }
  return folder
}

/** The shipped sample documents, golden questions and term tables. */
export function resourcesFolder(moduleUrl?: string): string {
  return join(packageFolder(moduleUrl), 'resources')
}

/** The built renderer: what a window or a tab loads. */
export function rendererFolder(moduleUrl?: string): string {
  return join(packageFolder(moduleUrl), 'out', 'renderer')
}

/**
 * A built entry of its own, which a thread or a process starts from: what the environment names, or `<name>.js` beside the running
 * bundle or one folder above it. Throws where it was not built.
 */
export function builtFile(name: string, given: string | undefined): string {
  if (given) return given
  // Bundles share code in `chunks/`, a folder below the entries.
  const places = [`./${name}.js`, `../${name}.js`].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const found = places.find((path) => existsSync(path))
  if (!found) throw new Error(`${name}.js was not built: looked for ${places.join(' and ')}`)
  return found
}

export { version } from '../../../package.json'

/** Whether an absolute path is this folder or lies below it. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** The way from a folder to what lies in it, and each folder on it: of `/a` and `/a/b/c` it is `/a/b/c` and `/a/b`. */
export function stepsTo(path: string, folder: string): string[] {
  const steps: string[] = []
  for (let at = path; at.length > folder.length; at = at.slice(0, at.lastIndexOf(sep))) steps.push(at)
  return steps
}

/** A file on another machine, as in a library that several share: the machine's name, eight hex digits, a colon, the path there. */
const elsewhere = /^([\w.-]{1,40}-[0-9a-f]{8}):/u

/** Whether the file that a document was read from lies on another machine. */
export function isElsewhere(source: string): boolean {
  return elsewhere.test(source)
}

/** The source as all machines understand it. */
export function sourceForOthers(source: string, machine: string): string {
  return isElsewhere(source) ? source : `${machine}:${source}`
}

/** The source as `machine` understands it: a path where the file is its own. */
export function sourceHere(source: string, machine: string): string {
  return source.startsWith(`${machine}:`) ? source.slice(machine.length + 1) : source
}
