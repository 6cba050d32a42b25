import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { addressesOf, type DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { isBelow } from '@engine/platform/paths'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'

export interface DocumentPlan {
  /** As they are to be added, a file before what came in it. */
  readonly add: DocumentRecord[]
  readonly here: number
  /** Names of those that are added beside another content of theirs. */
  readonly beside: string[]
  /** Names of those of which the backup lacks the text. */
  readonly incomplete: string[]
}

export interface PlanParts {
  readonly catalogue: Pick<DocumentCatalogue, 'get' | 'findByContent' | 'findBySource'>
  /** The store folder here, and the one that the backup was made of, perhaps on another system. */
  readonly folder: string
  readonly from: string
  /** Whether an object is in the backup or here. */
  readonly isThere: (address: string) => boolean
}

/**
 * What is to become of the documents of a backup. One whose content is here already, under whatever name, stays as it is here; one that has
 * another content here, or whose place is taken, is kept beside it as a received file.
 */
export function planDocuments(records: readonly DocumentRecord[], parts: PlanParts): DocumentPlan {
  const plan: DocumentPlan & { here: number } = { add: [], here: 0, beside: [], incomplete: [] }
  const members = new Map<string, DocumentRecord[]>()
  for (const record of records) {
    const outer = record.part_of?.document
    if (outer !== undefined) members.set(outer, [...(members.get(outer) ?? []), record])
  }
  const family = (record: DocumentRecord): DocumentRecord[] => [
    record,
    ...(members.get(record.id) ?? []).flatMap((member) => family(member)),
  ]
  for (const record of records) {
    if (record.part_of) continue
    const whole = family(record)
    const what = placeOf(record, parts)
    if (what === 'here') plan.here += whole.length
    else addFamily(whole, { ...what, plan, parts })
  }
  return plan
}

interface Destination {
  readonly isBeside: boolean
  readonly source: string
}

function placeOf(record: DocumentRecord, { catalogue, folder, from }: PlanParts): 'here' | Destination {
  const content = contentOf(record)
  const known = catalogue.get(record.id)
  const twins = catalogue.findByContent(content).filter(({ part_of, live }) => part_of === null && live !== null)
  if ((known && contentOf(known) === content) || twins.length > 0) return 'here'
  const source = sourceHere(record.source, from, folder)
  if (!known && !catalogue.findBySource(source)) return { isBeside: false, source }
  return { isBeside: true, source: receivedPath(folder, record) }
}

function addFamily(
  whole: readonly DocumentRecord[],
  { isBeside, source, plan, parts }: Destination & { plan: DocumentPlan; parts: PlanParts },
): void {
  const [outer] = whole
  if (!outer) return
  if (isBeside) plan.beside.push(outer.name)
  const idOf = (id: string) =>
    isBeside || (id !== outer.id && parts.catalogue.get(id)) ? besideId(id, contentOf(outer)) : id
  const left = new Set<string>()
  for (const record of whole) {
    const { part_of } = record
    const isWhole = neededOf(record).every((address) => parts.isThere(address))
    if (!isWhole || (part_of && left.has(part_of.document))) {
      left.add(record.id)
      plan.incomplete.push(record.name)
      continue
    }
    plan.add.push({
      ...toBeIndexed(record),
      id: idOf(record.id),
      source: part_of ? `${source}${record.source.slice(outer.source.length)}` : source,
      part_of: part_of && { ...part_of, document: idOf(part_of.document) },
    })
  }
}

/** A record whose text is kept and is to be made searchable under the revision that it had. */
function toBeIndexed(record: DocumentRecord): DocumentRecord {
  const revision = record.live ?? record.pending
  return {
    ...record,
    content_hash: revision?.content_hash ?? record.content_hash,
    status: 'embedding',
    live: null,
    pending: revision,
    error: null,
    duplicate_of: null,
    // How the file stood on another disk says nothing here.
    on_disk: undefined,
  }
}

/** Those of the planned records that had come to rest in the backup, as they were there. */
export function settledAsIn(records: readonly DocumentRecord[], planned: readonly DocumentRecord[]): DocumentRecord[] {
  const before = new Map(records.map((record) => [record.id, record]))
  return planned.flatMap((record) => {
    const { live, pending, status, duplicate_of } = before.get(record.id) ?? record
    if (!live || pending || (status !== 'ready' && status !== 'partial')) return []
    return [{ ...record, status, live, pending, duplicate_of }]
  })
}

/** Without the original a document is still read and found. */
function neededOf(record: DocumentRecord): string[] {
  const { text_object, structure_object } = record.live ?? record.pending ?? {}
  return [text_object, structure_object].filter((address) => address !== undefined)
}

function contentOf(record: DocumentRecord): string {
  return (record.live ?? record.pending)?.content_hash ?? record.content_hash
}

/** The same for the same content, so that restoring once more finds it. */
function besideId(id: string, content: string): string {
  return `${id}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`
}

/** A file that lay in the store there lies in the store here, whichever system wrote its path. */
function sourceHere(source: string, from: string, folder: string): string {
  const isWindows = from.includes('\\')
  const separator = isWindows ? '\\' : '/'
  // There `c:\Users` is `C:\users`.
  const same = (path: string) => (isWindows ? path.toLowerCase() : path)
  if (!same(source).startsWith(same(`${from}${separator}`))) return source
  const steps = source.slice(from.length + 1).split(separator)
  const path = join(folder, ...steps)
  // What divides a path here may be part of a name there.
  if (isBelow(path, folder) && !steps.some((step) => step === '..' || step === '.' || step === '')) return path
  throw new CairnError('FILE_CORRUPT', 'The backup names a file outside of its store.', 'Use another copy of it.')
}

function receivedPath(folder: string, { name, ...record }: DocumentRecord): string {
  const safe = name.replaceAll(/[/\\]/gu, '_')
  return join(folder, 'inbox', contentOf({ name, ...record }).slice(0, 16), safe === '..' || safe === '.' ? '_' : safe)
}

/** Every address that these documents refer to. */
export function addressesOfAll(records: readonly DocumentRecord[]): string[] {
  return [...new Set(records.flatMap(addressesOf))].filter((address) => address !== '')
}
