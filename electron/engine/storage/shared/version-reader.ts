import PQueue from 'p-queue'
import { CairnError } from '@shared/errors'
import type { Bucket, BucketEntry } from '@engine/ports/storage/bucket'
import { LibraryVersion, applyVersion, readVersionKey, versionsFolder } from './library-version'

/** What a shared library holds, as of one version. */
export interface LibraryState {
  /** Key of the version; null before the first. */
  readonly key: string | null
  readonly records: ReadonlyMap<string, unknown>
  readonly tables: LibraryVersion['tables']
}

export const emptyState: LibraryState = { key: null, records: new Map(), tables: null }

interface Step {
  readonly key: string
  readonly version: LibraryVersion
}

/** A reader whose chain was tidied away under its hands begins anew this often. */
const tries = 5

/**
 * The newest state, from `known` on: one list where nothing has changed, and one object a version since. Versions that are not behind the newest, as of a
 * writer that was too late, are none. Throws STORE_DAMAGED where a version is missing or no version, and what the bucket throws.
 */
export async function readNewest(bucket: Bucket, known: LibraryState, signal?: AbortSignal): Promise<LibraryState> {
  for (let made = 1; ; made += 1) {
    const keys = (await listVersions(bucket, signal)).map(({ key }) => key)
    if (keys.at(-1) === known.key) return known
    try {
      return await follow(bucket, known, keys, signal)
    } catch (thrown) {
      if (!(thrown instanceof CairnError) || thrown.code !== 'NOT_FOUND') throw thrown
      if (made === tries) throw damaged(bucket, thrown)
    }
  }
}

/** All versions that are there as a whole, oldest first. */
export async function listVersions(bucket: Bucket, signal?: AbortSignal): Promise<BucketEntry[]> {
  const { entries } = await bucket.list(versionsFolder, signal)
  return entries.filter(({ key, size }) => readVersionKey(key)?.size === size).sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** `keys` are those of all versions, oldest first, and end with another than the known one. */
async function follow(
  bucket: Bucket,
  known: LibraryState,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<LibraryState> {
  const ahead = readAhead(bucket, keys.slice(keys.indexOf(known.key ?? '') + 1), signal)
  const steps: Step[] = []
  let next = keys.at(-1) ?? null
  while (next !== null && next !== known.key) {
    const version = parse(bucket, await (ahead.get(next) ?? bucket.get(next, signal)))
    steps.push({ key: next, version })
    // Every version is after the one before it, so this ends.
    if (version.base !== null && version.base >= next) throw damaged(bucket)
    next = version.base
  }
  return steps.reduceRight<LibraryState>(
    ({ records }, { key, version }) => ({ key, records: applyVersion(records, version), tables: version.tables }),
    next === null ? emptyState : known,
  )
}

/** Asks for versions side by side, newest first. What fails is told to whoever waits for it. */
function readAhead(bucket: Bucket, keys: readonly string[], signal?: AbortSignal): Map<string, Promise<Uint8Array>> {
  const queue = new PQueue({ concurrency: 8 })
  const asked = keys.toReversed().map((key) => [key, queue.add(() => bucket.get(key, signal))] as const)
  for (const [, bytes] of asked) bytes.catch(() => undefined)
  return new Map(asked)
}

function parse(bucket: Bucket, bytes: Uint8Array): LibraryVersion {
  try {
    return LibraryVersion.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (thrown) {
    throw damaged(bucket, thrown)
  }
}

function damaged(bucket: Bucket, cause?: unknown): CairnError {
  const action = 'Let whoever writes to it close and open it once.'
  return new CairnError('STORE_DAMAGED', `A version of ${bucket.address} cannot be read.`, action, { cause })
}
