import type { Change, Job } from '@shared/changes'
import type { DocumentRecord } from '@shared/documents'
import { byCodeUnits } from '@shared/hash'
import type { SessionHeader } from '@shared/session/session-view'

type SnapshotChange = Extract<Change, { type: 'snapshot' }>
type SessionsChange = Extract<Change, { type: 'sessions' }>
type GraphChange = Extract<Change, { type: 'graph' }>

/** A snapshot's fields as their owners give them. */
export type Snapshot = { readonly [Name in keyof Omit<SnapshotChange, 'type'>]: Readonly<SnapshotChange[Name]> }

const documentsEveryMs = 100
const jobsEveryMs = 50
const graphEveryMs = 200

/** The changes a reader has not read yet. Of documents, jobs and the graph only the latest state is kept, also of who waits for it. */
export class ChangeReader {
  #documents = new Map<string, DocumentRecord | null>()
  #jobs = new Map<string, Job>()
  /** Whether a document waits for the graph. */
  #mapping = new Map<string, boolean>()
  #others: Change[] = []
  /** Told with every document that is read; only the last counts. */
  #graph: GraphChange | undefined
  /** Sessions that changed while a snapshot of them was being made. */
  #meanwhile: SessionsChange[] | undefined
  #state: 'empty' | 'following' = 'empty'
  #documentsDue = 0
  #jobsDue = 0
  #graphDue = 0
  #mappingDue = 0
  #wake: (() => void) | undefined

  constructor(
    private readonly clock: () => number,
    private readonly mostPending: number,
  ) {}

  get needsSnapshot(): boolean {
    return this.#state === 'empty'
  }

  push(change: Change): void {
    if (this.#state === 'empty') {
      if (change.type === 'sessions') this.#meanwhile?.push(change)
      return
    }
    if (change.type === 'documents') {
      for (const record of change.changed) this.#documents.set(record.id, record)
      for (const id of change.removed) this.#documents.set(id, null)
    } else if (change.type === 'job') this.#jobs.set(change.job.id, change.job)
    else if (change.type === 'graph') this.#graph = change
    else if (change.type === 'mapping') {
      for (const id of change.waiting) this.#mapping.set(id, true)
      for (const id of change.settled) this.#mapping.set(id, false)
    } else this.#others.push(change)
    if (this.#documents.size + this.#jobs.size + this.#mapping.size + this.#others.length > this.mostPending)
      this.#forget()
    this.#wake?.()
  }

  /** The next change that is due; undefined where none is. */
  take(): Change | undefined {
    const now = this.clock()
    // A job that has ended is told after its documents, so that its end means what it says.
    const jobs = this.#jobs.size > 0 && (now >= this.#jobsDue || this.#hasEndedJob())
    const documents = this.#documents.size > 0 && (now >= this.#documentsDue || this.#hasEndedJob())
    if (documents) return this.#takeDocuments(now)
    if (jobs) return this.#takeJob(now)
    return this.#others.shift() ?? this.#takeMapping(now) ?? this.#takeGraph(now)
  }

  /** Resolves when something may be due, or when `signal` aborts. */
  wait(signal: AbortSignal): Promise<void> {
    const due = Math.min(
      this.#documents.size > 0 ? this.#documentsDue : Infinity,
      this.#jobs.size > 0 ? this.#jobsDue : Infinity,
      this.#graph ? this.#graphDue : Infinity,
      this.#mapping.size > 0 ? this.#mappingDue : Infinity,
    )
    return new Promise((resolve) => {
      const timer = Number.isFinite(due) ? setTimeout(() => go(), Math.max(1, due - this.clock())) : undefined
      const go = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', go)
        this.#wake = undefined
        resolve()
      }
      this.#wake = go
      signal.addEventListener('abort', go, { once: true })
      if (signal.aborted) go()
    })
  }

  beginSnapshot(): void {
    this.#meanwhile = []
  }

  /** Drops the changes so far, which the snapshot contains, and keeps those that follow. */
  endSnapshot(snapshot: Snapshot): Change {
    const { documents, sessions, jobs, running, settings, models, graph } = snapshot
    const { unmapped, tool_servers, research, folders, library } = snapshot
    const listed = withChanges(sessions, this.#meanwhile ?? [])
    this.#meanwhile = undefined
    this.#state = 'following'
    return {
      type: 'snapshot',
      documents: [...documents],
      sessions: listed,
      jobs: [...jobs],
      running: [...running],
      settings,
      ...(models ? { models } : {}),
      ...(graph ? { graph } : {}),
      ...(unmapped ? { unmapped: [...unmapped] } : {}),
      ...(research ? { research: [...research] } : {}),
      ...(tool_servers ? { tool_servers: [...tool_servers] } : {}),
      ...(folders ? { folders: [...folders] } : {}),
      ...(library ? { library } : {}),
    }
  }

  #forget(): void {
    this.#state = 'empty'
    this.#documents = new Map()
    this.#jobs = new Map()
    this.#mapping = new Map()
    this.#others = []
    this.#graph = undefined
  }

  #hasEndedJob(): boolean {
    for (const { state } of this.#jobs.values()) if (state !== 'running') return true
    return false
  }

  #takeDocuments(now: number): Change {
    const all = [...this.#documents]
    this.#documents = new Map()
    this.#documentsDue = now + documentsEveryMs
    return {
      type: 'documents',
      changed: all.flatMap(([, record]) => record ?? []),
      removed: all.flatMap(([id, record]) => (record ? [] : [id])),
    }
  }

  #takeGraph(now: number): Change | undefined {
    if (!this.#graph || now < this.#graphDue) return undefined
    const change = this.#graph
    this.#graph = undefined
    this.#graphDue = now + graphEveryMs
    return change
  }

  #takeMapping(now: number): Change | undefined {
    if (this.#mapping.size === 0 || now < this.#mappingDue) return undefined
    const all = [...this.#mapping]
    this.#mapping = new Map()
    this.#mappingDue = now + graphEveryMs
    const those = (is: boolean) => all.flatMap(([id, waits]) => (waits === is ? id : []))
    return { type: 'mapping', waiting: those(true), settled: those(false) }
  }

  /** Takes the next job. A change names a single job; the others of the same moment follow at once. */
  #takeJob(now: number): Change | undefined {
    const [first] = this.#jobs.values()
    if (!first) return undefined
    this.#jobs.delete(first.id)
    if (this.#jobs.size === 0) this.#jobsDue = now + jobsEveryMs
    return { type: 'job', job: first }
  }
}

function withChanges(sessions: readonly SessionHeader[], changes: readonly SessionsChange[]): SessionHeader[] {
  const all = new Map(sessions.map((header) => [header.id, header]))
  for (const { changed, removed } of changes) {
    for (const header of changed) all.set(header.id, header)
    for (const id of removed) all.delete(id)
  }
  return [...all.values()].toSorted((a, b) => byCodeUnits(b.updated_at, a.updated_at))
}
