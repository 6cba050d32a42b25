import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Note, type StoreNoteKey, note } from '@shared/note'
import type { FileEvaluationStore } from '../evaluation/file-evaluation-store'
import type { PutAside } from '../files/durable-file'
import type { KeptKind, KeptList, NamedThing } from '../files/kept-list'
import { lookAtSingle, type SingleKind, singleFiles, singleKinds } from '../files/single-files'
import type { FileNotebookStore } from '../notes/file-notebook-store'
import type { FileResearchStore } from '../research/file-research-store'
import type { JournalledSessionStore } from '../sessions/file-session-store'

export interface KeptParts {
  /** The store folder, absolute. */
  readonly folder: string
  readonly sessions: JournalledSessionStore
  readonly research: FileResearchStore
  readonly notebooks: FileNotebookStore
  readonly evaluation: FileEvaluationStore
  readonly kept: KeptList
}

const notes: Readonly<Record<KeptKind, { readonly missing: StoreNoteKey; readonly changed: StoreNoteKey }>> = {
  chat: { missing: 'session_missing', changed: 'session_changed' },
  notebook: { missing: 'notebook_missing', changed: 'notebook_changed' },
  research: { missing: 'research_missing', changed: 'research_changed' },
  questions: { missing: 'evaluation_missing', changed: 'evaluation_changed' },
  evaluation: { missing: 'evaluation_missing', changed: 'evaluation_changed' },
  settings: { missing: 'settings_missing', changed: 'file_changed' },
  terms: { missing: 'terms_missing', changed: 'file_changed' },
  folders: { missing: 'folders_missing', changed: 'file_changed' },
  decisions: { missing: 'decisions_missing', changed: 'file_changed' },
  servers: { missing: 'tool_servers_missing', changed: 'file_changed' },
  consents: { missing: 'tool_consents_missing', changed: 'file_changed' },
  keys: { missing: 'server_keys_missing', changed: 'file_changed' },
  doors: { missing: 'doors_missing', changed: 'file_changed' },
  rates: { missing: 'rates_missing', changed: 'file_changed' },
  attempts: { missing: 'network_log_missing', changed: 'network_log_changed' },
}

/**
 * Has the list know the single files as they are. To be called as a store is opened, before anybody reads or writes them, and as it is closed.
 * What cannot be looked at is no reason not to open or close.
 */
export async function noteSingleFiles(folder: string, kept: KeptList, log: (line: string) => void): Promise<void> {
  for (const kind of singleKinds) {
    const seen = await lookAtSingle(folder, kind).catch((thrown: unknown) => log(`store: ${String(thrown)}`))
    if (seen) kept.single(kind, seen)
    else if (comesAgain(kind) && !isThere(folder, kind)) await kept.lost(kind)
  }
}

/** A log is begun anew by what is written next, so that it is not missed then, but what it said is. */
function comesAgain(kind: KeptKind): boolean {
  return kind === 'attempts'
}

/** What has just grown too large lies beside, under another name, until more is written. */
function isThere(folder: string, kind: SingleKind): boolean {
  const path = join(folder, singleFiles[kind])
  return existsSync(path) || (comesAgain(kind) && existsSync(`${path}.1`))
}

/** Puts single files aside that still cannot be read: nothing would be read of them at any start. */
export async function settleSingleFiles(folder: string, putAside: PutAside): Promise<void> {
  for (const kind of singleKinds) {
    const seen = await lookAtSingle(folder, kind)
    if (seen?.isReadable === false) await putAside(join(folder, singleFiles[kind]))
  }
}

/** What a look at everything that a person keeps beside documents finds. */
export interface FoundThings {
  readonly problems: readonly Note[]
  readonly counts: { readonly sessions: number; readonly research: number }
  /** What is there, readable or not. */
  readonly there: ReadonlyMap<KeptKind, ReadonlySet<string>>
}

/** Looks over chats, research, notebooks and evaluations: what is damaged, what says something else than was written, and what is gone. */
export async function lookOverKept(parts: KeptParts): Promise<FoundThings> {
  const sessions = await parts.sessions.check()
  const research = await parts.research.check()
  const [notebooks, unreadable] = [await parts.notebooks.check(), await parts.notebooks.damaged()]
  const [evaluation, damaged] = [await parts.evaluation.check(), await parts.evaluation.damaged()]
  const there = new Map<KeptKind, ReadonlySet<string>>([
    ['chat', new Set(sessions.ids)],
    ['research', new Set(research.ids)],
    ['notebook', new Set([...notebooks.ids, ...unreadable.map(idOf)])],
    ['questions', new Set([...evaluation.questions, ...damaged.map(idOf)])],
    ['evaluation', new Set(evaluation.evaluation)],
    ...singleKinds.map((kind) => [kind, new Set(isThere(parts.folder, kind) ? [kind] : [])] as const),
  ])
  const problems = [
    ...sessions.problems,
    ...research.problems,
    ...unreadable.map((path) => note('notebook_damaged', { path })),
    ...notebooks.changed.map((one) => note('notebook_changed', { ...one })),
    ...damaged.map((path) => note('evaluation_damaged', { path })),
    ...evaluation.changed.map((one) => note('evaluation_changed', { ...one })),
  ]
  const known = await notesOf(parts.kept, there)
  const isNew = ({ key, values }: Note) => !problems.some((one) => one.key === key && one.values['id'] === values['id'])
  const counts = { sessions: sessions.count, research: research.count }
  return { problems: [...problems, ...known.filter(isNew)], counts, there }
}

/** What the list of kept things knows: what is gone, and what was found changed at some time before. */
async function notesOf(kept: KeptList, there: FoundThings['there']): Promise<Note[]> {
  const found: Note[] = []
  for (const [kind, ids] of there) {
    const { missing, changed } = notes[kind]
    const isSingle = singleKinds.some((one) => one === kind)
    const known = await kept.changedOf(kind)
    // Of a damaged single file it is known why it is gone: it was put aside.
    const told = known.filter(({ id }) => isSingle || ids.has(id))
    const isLost = ({ id }: NamedThing) => comesAgain(kind) && !ids.has(id)
    found.push(...told.map((one) => note(isLost(one) ? missing : changed, { id: one.id, name: one.name })))
    const gone = (await kept.missing(kind, ids)).filter(({ id }) => !told.some((one) => one.id === id))
    found.push(...gone.map(({ id, name }) => note(missing, { id, name })))
  }
  return found
}

function idOf(path: string): string {
  return basename(path).replace(/\.jsonl?$/u, '')
}
