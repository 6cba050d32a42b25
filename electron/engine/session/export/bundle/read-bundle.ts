import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import type { SessionContext } from '@shared/session/session-context'
import {
  type BundleFile,
  bundleFormat,
  type BundleLimits,
  bundleLimits,
  BundleManifest,
  bundleVersion,
  isBundleName,
} from './bundle-manifest'
import { isPartName, type ReadPart, readPart } from './bundle-parts'
import { type ByteSource, withBytes } from './byte-source'
import { readSessionJson } from './read-session-json'
import { badBundle, readZipDirectory, readZipFile, type ZipFile } from './zip-reader'

export interface Bundle {
  readonly manifest: BundleManifest
  /** The sessions in the order of the manifest, read one at a time; each was found valid before. */
  readonly sessions: () => AsyncGenerator<SessionContext>
  /** Research and notebooks, as `sessions`. */
  readonly parts: () => AsyncGenerator<ReadPart>
}

export interface ReadBundleOptions {
  /** In bytes unpacked; 2 GB for all and 512 MB for one file where absent. */
  readonly limits?: BundleLimits
  readonly signal?: AbortSignal
}

const manifestName = 'manifest.json'

/**
 * Reads a `.cairn.zip`, given as bytes or as the path of a file. Everything in it is checked before this resolves: the
 * archive, every size and hash, every session. Throws INVALID_INPUT with the reason; then nothing of it is to be used.
 * Memory: one file of the bundle at a time.
 */
export async function readBundle(from: Uint8Array | string, options: ReadBundleOptions = {}): Promise<Bundle> {
  const { limits = bundleLimits, signal } = options
  const { manifest, directory } = await withBytes(from, async (source) => {
    const directory = await readZipDirectory(source, limits)
    const archive = { source, directory, signal }
    const manifest = await readManifest(archive)
    requireSameFiles(manifest, directory)
    for (const file of manifest.files) await check(archive, file)
    return { manifest, directory }
  })
  return {
    manifest,
    async *sessions() {
      for (const { id } of manifest.sessions) {
        const listed = manifest.files.find(({ name }) => name === sessionName(id))
        if (!listed) throw badBundle(`${sessionName(id)} is missing`)
        // The file may have changed since it was checked.
        yield await withBytes(from, (source) => readSession({ source, directory, signal }, listed))
      }
    },
    async *parts() {
      for (const file of manifest.files) {
        if (!isPartName(file.name)) continue
        yield await withBytes(from, (source) => readPartOf({ source, directory, signal }, file))
      }
    },
  }
}

function sessionName(id: string): string {
  return `sessions/${id}.json`
}

interface Archive {
  readonly source: ByteSource
  readonly directory: ReadonlyMap<string, ZipFile>
  readonly signal: AbortSignal | undefined
}

async function readManifest({ source, directory, signal }: Archive): Promise<BundleManifest> {
  const file = directory.get(manifestName)
  if (!file) throw badBundle('it has no manifest.json; it was not made by Cairn', 'Choose a file that Cairn exported.')
  const pieces: Uint8Array[] = []
  await readZipFile(source, file, (piece) => pieces.push(piece), signal)
  const value = parsed(Buffer.concat(pieces))
  const kind = z.looseObject({ format: z.literal(bundleFormat), version: z.number().int() }).safeParse(value)
  if (!kind.success)
    throw badBundle('its manifest.json is not that of a Cairn bundle', 'Choose a file that Cairn exported.')
  if (kind.data.version > bundleVersion) {
    throw badBundle(
      `it was made by a newer Cairn (bundle version ${kind.data.version}; this one reads ${bundleVersion})`,
      'Update Cairn and import it again.',
    )
  }
  const manifest = BundleManifest.safeParse(value)
  if (!manifest.success) {
    const [issue] = manifest.error.issues
    throw badBundle(`its manifest.json is not valid (${issue ? `${issue.path.join('.')}: ${issue.message}` : ''})`)
  }
  return manifest.data
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch (error) {
    throw badBundle('its manifest.json is not JSON', undefined, error)
  }
}

function requireSameFiles({ files, sessions }: BundleManifest, directory: ReadonlyMap<string, ZipFile>): void {
  const listed = new Set<string>()
  // Only now: a newer Cairn may have more kinds of files, and its version says so better.
  for (const name of directory.keys()) {
    if (!isBundleName(name)) throw badBundle(`"${name.slice(0, 100)}" is not a file that belongs into a bundle`)
  }
  for (const { name } of files) {
    if (listed.has(name)) throw badBundle(`its manifest lists ${name} twice`)
    listed.add(name)
    if (!directory.has(name)) throw badBundle(`${name} is missing`)
  }
  for (const name of directory.keys()) {
    if (name !== manifestName && !listed.has(name)) throw badBundle(`${name} is in it but not in its manifest`)
  }
  const ids = new Set<string>()
  for (const { id } of sessions) {
    if (ids.has(id)) throw badBundle(`its manifest lists the session "${id.slice(0, 80)}" twice`)
    ids.add(id)
    if (!listed.has(sessionName(id))) throw badBundle(`the session "${id.slice(0, 80)}" is missing`)
  }
  for (const name of listed) {
    const id = /^sessions\/(.+)\.json$/u.exec(name)?.[1]
    if (id !== undefined && !ids.has(id)) throw badBundle(`the session "${id}" is not in the list of its manifest`)
  }
}

async function check(archive: Archive, file: BundleFile): Promise<void> {
  if (file.name.startsWith('sessions/')) await readSession(archive, file)
  else if (isPartName(file.name)) await readPartOf(archive, file)
  else await readChecked(archive, file, () => undefined)
}

/** Unpacks a file and compares its size and hash with the manifest. */
async function readChecked(
  { source, directory, signal }: Archive,
  { name, bytes, sha256 }: BundleFile,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
  const entry = directory.get(name)
  if (!entry) throw badBundle(`${name} is missing`)
  if (entry.size !== bytes) throw badBundle(`${name} has ${entry.size} bytes, its manifest says ${bytes}`)
  const hash = createHash('sha256')
  await readZipFile(
    source,
    entry,
    (piece) => {
      hash.update(piece)
      onPiece(piece)
    },
    signal,
  )
  if (hash.digest('hex') !== sha256)
    throw badBundle(`the content of ${name} is not what its manifest says (SHA-256 differs)`)
}

async function readSession(archive: Archive, file: BundleFile): Promise<SessionContext> {
  const pieces: Uint8Array[] = []
  await readChecked(archive, file, (piece) => pieces.push(piece))
  const context = readSessionJson(textOf(pieces, file.name), file.name)
  const id = context.session.session_id
  if (file.name !== sessionName(id)) throw badBundle(`${file.name} holds another session, "${id}"`)
  return context
}

async function readPartOf(archive: Archive, file: BundleFile): Promise<ReadPart> {
  const pieces: Uint8Array[] = []
  await readChecked(archive, file, (piece) => pieces.push(piece))
  const text = textOf(pieces, file.name)
  try {
    return readPart(file.name, text)
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined
    const why = issue ? `${issue.path.join('.')}: ${issue.message}` : error instanceof Error ? error.message : ''
    throw badBundle(`${file.name} is not valid (${why})`, undefined, error)
  }
}

function textOf(pieces: readonly Uint8Array[], name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
  } catch (error) {
    if (error instanceof CairnError) throw error
    throw badBundle(`${name} is not UTF-8 text, or is too long to be read`, undefined, error)
  }
}
