import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { FileMark } from '@shared/documents'
import { hasCode } from '@shared/errors'
import type { FolderRules } from '@shared/folders/folder-shapes'
import { isBelow } from '@engine/platform/paths'
import { markOf } from '../files/file-mark'
import { openablePath } from '../files/odd-names'
import { type CompiledRules, compileRules } from './rules/folder-rules'
import { ignoreFileName, IgnoreFiles } from './rules/ignore-files'

/** A file as it stands on the disk. */
export interface DiskFile {
  readonly path: string
  /** The folder it lies in, from the watched folder's own name on. */
  readonly folder: string
  readonly mark: FileMark
}

export interface Scan {
  /** By their paths. */
  readonly files: Map<string, DiskFile>
  /** Folders that are there and could not be looked into: what lies below is not known. */
  readonly unseen: string[]
}

export interface ScannedFolder {
  /** The watched folder, absolute. */
  readonly path: string
  readonly rules: FolderRules
  /** Never looked into: the store, which may lie in the folder. */
  readonly without: string
}

interface Walk extends Pick<ScannedFolder, 'path' | 'without'> {
  readonly rules: CompiledRules
  /** Entered as far as the walk has come. */
  readonly ignoreFiles: IgnoreFiles
  readonly real: string
  readonly visited: Set<string>
  readonly scan: Scan
  readonly signal: AbortSignal
}

/** Files asked about at the same time: each waits for the disk. */
const atOnce = 16

/**
 * What is at these paths of a watched folder, and below them, without what its rules leave out. Links are followed to what lies in
 * the folder itself, each folder once. Throws only when aborted.
 */
export async function scanFolder(folder: ScannedFolder, paths: readonly string[], signal: AbortSignal): Promise<Scan> {
  const scan: Scan = { files: new Map(), unseen: [] }
  const real = await realpath(folder.path).catch(() => folder.path)
  const ignoreFiles = await IgnoreFiles.of(folder.path)
  const rules = compileRules(folder.rules, ignoreFiles)
  const walk: Walk = { ...folder, rules, ignoreFiles, real, visited: new Set(), scan, signal }
  for (const path of paths) {
    signal.throwIfAborted()
    if (path === folder.path) await lookInto(path, walk)
    else if (!(await isInLeftOutFolder(path, walk))) await lookAtEntry(path, await kindOf(path), walk)
  }
  return scan
}

/** Whether a folder on the way to a path is left out. */
async function isInLeftOutFolder(path: string, { path: root, rules, ignoreFiles }: Walk): Promise<boolean> {
  const parts = relative(root, path).split(sep)
  for (let at = 1; at < parts.length; at += 1) {
    const above = parts.slice(0, at)
    if (rules.leavesOutFolder(above.join(sep))) return true
    await ignoreFiles.enter(above.join('/'))
  }
  return false
}

type Kind = 'folder' | 'file' | 'link' | 'none'

async function kindOf(path: string): Promise<Kind> {
  try {
    const facts = await stat(await openablePath(path))
    return facts.isDirectory() ? 'folder' : 'file'
  } catch {
    return 'none'
  }
}

async function lookAtEntry(path: string, kind: Kind, walk: Walk): Promise<void> {
  const way = relative(walk.path, path)
  if (kind === 'link') {
    const target = await realpath(await openablePath(path)).catch(() => undefined)
    if (target === undefined || !isBelow(target, walk.real)) return
    await lookAtEntry(path, await kindOf(path), walk)
  } else if (kind === 'folder') {
    if (path !== walk.without && !walk.rules.leavesOutFolder(way)) await lookInto(path, walk)
  } else if (kind === 'file') {
    // Asked before and after: most of what is left out is so by its name, and costs no look at the disk then.
    if (!walk.rules.leavesOutFile(way, 1)) await noteFile(path, way, walk)
  }
}

async function noteFile(path: string, way: string, { path: root, rules, scan }: Walk): Promise<void> {
  const facts = await stat(await openablePath(path)).catch(() => undefined)
  if (!facts?.isFile() || rules.leavesOutFile(way, facts.size)) return
  const folders = way.split(sep).slice(0, -1)
  scan.files.set(path, { path, folder: [basename(root), ...folders].join('/'), mark: markOf(facts) })
}

async function lookInto(path: string, walk: Walk): Promise<void> {
  walk.signal.throwIfAborted()
  const real = await realpath(await openablePath(path)).catch(() => path)
  if (walk.visited.has(real)) return
  walk.visited.add(real)
  const entries = await entriesIn(path, walk.scan)
  if (entries.some(({ name }) => name === ignoreFileName)) {
    await walk.ignoreFiles.enter(relative(walk.path, path).split(sep).join('/'))
  }
  const looked = entries.map((entry) => ({ path: join(path, entry.name), kind: kindOfEntry(entry) }))
  const files = looked.filter(({ kind }) => kind === 'file')
  for (let at = 0; at < files.length; at += atOnce) {
    walk.signal.throwIfAborted()
    await Promise.all(files.slice(at, at + atOnce).map((file) => lookAtEntry(file.path, file.kind, walk)))
  }
  for (const entry of looked) if (entry.kind !== 'file') await lookAtEntry(entry.path, entry.kind, walk)
}

function kindOfEntry(entry: Dirent): Kind {
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  return entry.isSymbolicLink() ? 'link' : 'none'
}

async function entriesIn(path: string, scan: Scan): Promise<Dirent[]> {
  try {
    const entries = await readdir(await openablePath(path), { withFileTypes: true })
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (thrown) {
    // A folder that went meanwhile is gone; of any other nobody knows what is in it.
    if (!hasCode(thrown, 'ENOENT', 'ENOTDIR')) scan.unseen.push(path)
    return []
  }
}
