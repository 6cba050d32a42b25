import { join } from 'node:path'
import { absoluteStore, type Machine } from '@engine/platform/paths'

/** The facts of a start that may name other folders than the usual ones. */
export interface StartFacts {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly machine: Machine
  /** Absolute path of the program's file, as a person sees it. */
  readonly program: string
  readonly isFolder: (path: string) => boolean
}

/** Absolute paths; null for the usual place. */
export interface NamedFolders {
  /** Or the address of a library that several share. */
  readonly store: string | null
  /** Where Chromium and the window keep what is theirs. */
  readonly profile: string | null
}

/** A folder of this name beside the program makes it portable: everything is kept in there. */
const portableName = 'cairn-data'

/**
 * What a start names: `--store <folder>` first, then CAIRN_STORE, then a folder `cairn-data` beside the program, which may be on a stick
 * and of which nothing is left on the computer.
 */
export function namedFolders({ argv, cwd, machine, program, isFolder }: StartFacts): NamedFolders {
  const store = storeOption(argv) ?? (machine.env['CAIRN_STORE'] || undefined)
  if (store !== undefined) return { store: absoluteStore(store, cwd), profile: null }
  const portable = join(program, '..', portableName)
  if (!isFolder(portable)) return { store: null, profile: null }
  return { store: join(portable, 'store'), profile: join(portable, 'window') }
}

/**
 * The program's file as a person sees it: an AppImage runs from a mount, a portable program of Windows from where it unpacked itself, and on a
 * Mac the program lies in a folder that looks like a file.
 */
export function seenProgram(execPath: string, { platform, env }: Machine): string {
  const bundle = platform === 'darwin' ? /^(.+?\.app)\/Contents\//u.exec(execPath)?.[1] : undefined
  return env['APPIMAGE'] ?? env['PORTABLE_EXECUTABLE_FILE'] ?? bundle ?? execPath
}

/** Where a `--store` stands among arguments, and how many of them it takes; undefined without one. */
export function storeArgument(argv: readonly string[]): { at: number; length: 1 | 2; folder: string } | undefined {
  const end = argv.indexOf('--')
  const ours = end < 0 ? argv : argv.slice(0, end)
  const at = ours.findIndex((argument) => argument === '--store' || argument.startsWith('--store='))
  const found = ours[at]
  if (found === undefined) return undefined
  const isPair = found === '--store'
  const folder = isPair ? (ours[at + 1] ?? '') : found.slice('--store='.length)
  return { at, length: isPair ? 2 : 1, folder }
}

function storeOption(argv: readonly string[]): string | undefined {
  return storeArgument(argv)?.folder || undefined
}
