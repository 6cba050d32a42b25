import type { Job } from '@shared/changes'
import type { DocumentRecord } from '@shared/documents'
import { nearGroups } from '@shared/near-duplicates'
import { create } from 'zustand'
import { originalUrl } from '@renderer/bridge/files'
import { call } from '../connection'
import { askAboutPaths } from './adding/folder-question'
import { readableOf } from './adding/readable-files'
import { attempt, notify } from '../window/notices'

interface LibraryState {
  readonly documents: ReadonlyMap<string, DocumentRecord>
  /** Documents that left the library while this page was open, as they were last. */
  readonly removed: ReadonlyMap<string, DocumentRecord>
  readonly jobs: ReadonlyMap<string, Job>
  /** Documents that can be searched and are not in the graph yet. */
  readonly unmapped: ReadonlySet<string>
  /** False until the engine has told the documents once. */
  readonly known: boolean
}

export const useLibrary = create<LibraryState>(() => ({
  documents: new Map(),
  removed: new Map(),
  jobs: new Map(),
  unmapped: new Set(),
  known: false,
}))

export function receiveDocuments(changed: readonly DocumentRecord[], removed: readonly string[], whole: boolean): void {
  useLibrary.setState((state) => {
    const documents = new Map(whole ? [] : state.documents)
    for (const id of removed) documents.delete(id)
    for (const record of changed) documents.set(record.id, record)
    return { documents, removed: removedAfter(state, documents), known: true }
  })
}

/** The removed documents after a change; the same map where none left and none came back. */
function removedAfter(before: LibraryState, documents: LibraryState['documents']): LibraryState['removed'] {
  const gone = [...before.documents].filter(([id]) => !documents.has(id))
  const back = [...before.removed.keys()].filter((id) => documents.has(id))
  if (gone.length === 0 && back.length === 0) return before.removed
  const removed = new Map([...before.removed, ...gone])
  for (const id of back) removed.delete(id)
  return removed
}

export function receiveJobs(changed: readonly Job[], whole: boolean): void {
  useLibrary.setState((state) => ({
    jobs: new Map([...(whole ? [] : state.jobs), ...changed.map((job) => [job.id, job] as const)]),
  }))
}

/** Which documents begin to wait for the graph, and which wait no longer. */
export function receiveMapping(waiting: readonly string[], settled: readonly string[], whole: boolean): void {
  useLibrary.setState((state) => {
    const unmapped = new Set([...(whole ? [] : state.unmapped), ...waiting])
    for (const id of settled) unmapped.delete(id)
    return { unmapped }
  })
}

/** Adds files and folders that lie on the engine's machine. False where that failed. */
export async function addPaths(paths: readonly string[], collection?: string): Promise<boolean> {
  let isWanted = false
  const isDone = await attempt(async () => {
    const answer = await askAboutPaths(paths)
    isWanted = answer !== 'none'
    if (isWanted) await addToLibrary(paths, collection, answer === 'readable')
  })
  return isDone && isWanted
}

/** The same, but throws CairnError where it fails. */
export function addToLibrary(
  paths: readonly string[],
  collection: string | undefined,
  leaveUnread = false,
): Promise<unknown> {
  return call((client) =>
    client.documents.add({
      paths: [...paths],
      ...(collection === undefined ? {} : { collection }),
      ...(leaveUnread && { leave_unread: true }),
    }),
  )
}

/** Asks with the system's dialog, where the shell has one. False where nothing was chosen or adding failed. */
export async function pickAndAdd(kind: 'files' | 'folder', collection?: string): Promise<boolean> {
  const paths: string[] = []
  await attempt(async () => paths.push(...(await call((client) => client.shell.pick({ kind })))))
  const add = (some: readonly string[]) => addPaths(some, collection)
  if (kind === 'folder') return paths.length > 0 && add(paths)
  const files = readableOf(
    paths.map((name) => ({ name })),
    (others) => void add(others.map(({ name }) => name)),
  )
  return files.length > 0 && add(files.map(({ name }) => name))
}

export function addText(text: string, name?: string, collection?: string): Promise<boolean> {
  return attempt(() =>
    call((client) =>
      client.documents.add_text({
        text,
        ...(name === undefined ? {} : { name }),
        ...(collection === undefined ? {} : { collection }),
      }),
    ),
  )
}

/** False where that failed. */
export function addSample(): Promise<boolean> {
  return attempt(() => call((client) => client.documents.add_sample()))
}

/** Tries failed documents again; without ids, all of them. */
export async function retryDocuments(ids?: readonly string[]): Promise<void> {
  await attempt(() => call((client) => client.documents.add_again(ids ? { ids: [...ids] } : {})))
}

/** Tries a document again with its password, which is kept nowhere. */
export async function unlockDocument(id: string, password: string): Promise<void> {
  await attempt(() => call((client) => client.documents.add_again({ ids: [id], password })))
}

export async function stopJob(jobId: string): Promise<void> {
  await attempt(() => call((client) => client.documents.stop_job({ job_id: jobId })))
}

export interface DocumentChange {
  readonly title?: string
  readonly collection?: string
  readonly add_tags?: string[]
  readonly remove_tags?: string[]
}

export async function updateDocuments(ids: readonly string[], change: DocumentChange): Promise<void> {
  await attempt(async () => {
    const changed = await call((client) => client.documents.update({ ids: [...ids], ...change }))
    receiveDocuments(changed, [], false)
  })
}

/** How long a notice offers to undo a deletion, in milliseconds; the trash does for thirty days. */
const undoMs = 19_000

/** Puts documents into the trash; a notice offers to undo it. */
export async function trashDocuments(ids: readonly string[]): Promise<void> {
  await attempt(async () => {
    const name = useLibrary.getState().documents.get(ids[0] ?? '')?.name ?? ''
    const { trashed } = await call((client) => client.documents.trash({ ids: [...ids] }))
    receiveDocuments([], trashed, false)
    notify({
      key: trashed.length === 1 ? 'library:deletedOne' : 'library:deletedMany',
      values: { name, count: trashed.length },
      lifeMs: undoMs,
      action: { key: 'app:undo', run: () => void restoreDocuments(trashed) },
    })
  })
}

async function restoreDocuments(ids: readonly string[]): Promise<void> {
  await attempt(() => call((client) => client.documents.restore({ ids: [...ids] })))
}

export async function revealDocument(id: string): Promise<void> {
  await attempt(async () => {
    const { shown } = await call((client) => client.shell.reveal({ id }))
    const name = useLibrary.getState().documents.get(id)?.name ?? ''
    if (!shown) notify({ key: 'library:notShown', values: { name } })
  })
}

type Documents = ReadonlyMap<string, DocumentRecord>
type Groups = ReadonlyMap<string, readonly DocumentRecord[]>

const knownGroups = new WeakMap<Documents, Groups>()
const alone: readonly DocumentRecord[] = []

/** The documents that are nearly the same as one, itself among them, the one that leads first; empty where there is no other. */
export function nearDocuments(documents: Documents, id: string): readonly DocumentRecord[] {
  let groups = knownGroups.get(documents)
  if (!groups) {
    groups = new Map(nearGroups(documents.values()).flatMap((group) => group.map((one) => [one.id, group] as const)))
    knownGroups.set(documents, groups)
  }
  return groups.get(id) ?? alone
}

/** The extracted text with its structure; `[start, end)` where given. Throws CairnError. */
export function readContent(id: string, range?: { start: number; end: number }) {
  return call((client) => client.documents.content({ id, ...range }))
}

export { originalUrl }
