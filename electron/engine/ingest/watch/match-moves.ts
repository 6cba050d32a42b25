import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DocumentRecord } from '@shared/documents'
import { atOnce } from '@engine/platform/order/at-once'
import { openablePath } from '../files/odd-names'
import type { Plan } from './plan-changes'
import type { DiskFile } from './scan-folder'

export interface MoveParts {
  /** Which document stands at a path. */
  readonly at: (path: string) => DocumentRecord | undefined
  readonly get: (id: string) => DocumentRecord | undefined
  /** Documents whose files were missed before, wherever they were. */
  readonly missed: readonly DocumentRecord[]
  /** SHA-256 of a file, hex; undefined where it cannot be read. */
  readonly hash: (path: string) => Promise<string | undefined>
}

/**
 * Finds in a plan the files that only moved, or were only touched, by their digests. A file is hashed only where a document of its
 * size has lost its place, so that adding a folder reads nothing twice.
 */
export async function matchMoves(plan: Plan, parts: MoveParts): Promise<Plan> {
  const homeless = homelessOf(plan, parts)
  const sizes = new Set(homeless.map(({ byte_size }) => byte_size))
  const digests = new Map<string, string>()
  const alike = [...plan.fresh, ...plan.changed].filter(({ mark }) => sizes.has(mark.size))
  await atOnce(alike, async ({ path }) => {
    const digest = await parts.hash(path)
    if (digest !== undefined) digests.set(path, digest)
  })
  const isSame = ({ path }: DiskFile) => digests.get(path) === parts.at(path)?.content_hash
  const same = plan.changed.filter((file) => digests.has(file.path) && isSame(file))
  const touched = [...plan.touched, ...same.flatMap((file) => ({ id: parts.at(file.path)?.id ?? '', file }))]
  const rest = { ...plan, touched, changed: plan.changed.filter((file) => !same.includes(file)) }
  const atHome = new Set(touched.map(({ id }) => id))
  return withMoves(
    rest,
    homeless.filter(({ id }) => !atHome.has(id)),
    digests,
    parts,
  )
}

/** Documents whose content no longer stands where it stood. */
function homelessOf({ gone, changed }: Plan, { get, at, missed }: MoveParts): DocumentRecord[] {
  const ids = new Map<string, DocumentRecord>()
  const all = [...gone.map(get), ...changed.map(({ path }) => at(path)), ...missed]
  for (const record of all) if (record && record.content_hash !== '') ids.set(record.id, record)
  return [...ids.values()]
}

function withMoves(
  plan: Plan,
  homeless: readonly DocumentRecord[],
  digests: ReadonlyMap<string, string>,
  { at }: MoveParts,
): Plan {
  const moves = new Map<string, DiskFile>()
  for (const file of [...plan.fresh, ...plan.changed]) {
    const alike = homeless.filter(({ id, content_hash }) => content_hash === digests.get(file.path) && !moves.has(id))
    const named = alike.find(({ source }) => basename(source) === basename(file.path))
    const moved = named ?? alike[0]
    if (moved) moves.set(moved.id, file)
  }
  // A document goes only where no other stays: otherwise the other has a new content.
  for (let before = -1; before !== moves.size;) {
    before = moves.size
    for (const [id, { path }] of moves) {
      const there = at(path)
      if (there && there.id !== id && !moves.has(there.id)) moves.delete(id)
    }
  }
  const taken = new Set([...moves.values()].map(({ path }) => path))
  return {
    ...plan,
    fresh: plan.fresh.filter(({ path }) => !taken.has(path)),
    changed: plan.changed.filter(({ path }) => !taken.has(path)),
    moved: [...moves].map(([id, file]) => ({ id, file })),
    gone: plan.gone.filter((id) => !moves.has(id)),
  }
}

/** SHA-256 of a file, hex; undefined where it cannot be read. */
export async function digestOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(await openablePath(path)), hash)
    return hash.digest('hex')
  } catch {
    // Reading it will say what is wrong with it.
    return undefined
  }
}
