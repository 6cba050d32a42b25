import { rename } from 'node:fs/promises'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { jsonIfValid, textIfPresent } from '@engine/platform/stored-text'
import type { DecisionRecord, GraphDecision } from '@shared/graph'
import { decisionsOf, type MergeLog, MergeLogEntry, nameRef, type NameRef } from '../disambiguation/merge-log'
import type { Mention } from '../share/graph-share'

export interface GraphDecisionsOptions {
  /** Absolute; it may be missing. */
  readonly path: string
  /** Undefined where there is no such file. Rejects where it is there and cannot be read. */
  readonly read?: (path: string) => Promise<string | undefined>
  /** Replaces a file in one step that survives power loss. */
  readonly write: (path: string, text: string) => Promise<void>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
  readonly log: (line: string) => void
}

/** What a person has decided about entities, kept in a file of the store. It speaks of names and so outlives any index. */
export class GraphDecisions {
  #last: Promise<unknown> = Promise.resolve()

  private constructor(
    private readonly options: GraphDecisionsOptions,
    private entries: MergeLog,
  ) {}

  /** Damaged entries are left out and the damaged file is kept aside. Rejects where the file is there and cannot be read. */
  static async open(options: GraphDecisionsOptions): Promise<GraphDecisions> {
    const { path, read = textIfPresent, write, now, log } = options
    const text = await read(path)
    if (text === undefined) return new GraphDecisions(options, [])
    const stored = z.array(z.unknown()).safeParse(jsonIfValid(text)).data
    const aside = `${path}.damaged-${now()}`
    if (!stored) {
      await rename(path, aside)
      log(`graph: the record of decisions about names could not be read; it is kept in ${aside}.`)
      return new GraphDecisions(options, [])
    }
    const entries = stored.flatMap((entry) => MergeLogEntry.safeParse(entry).data ?? [])
    const damaged = stored.length - entries.length
    if (damaged > 0) {
      // The copy first: at no moment is there less than there was.
      await write(aside, text)
      await write(path, JSON.stringify(entries))
      log(`graph: ${damaged} decisions about names could not be read; the record as it was is kept in ${aside}.`)
    }
    return new GraphDecisions(options, entries)
  }

  get log(): MergeLog {
    return this.entries
  }

  /** What is in force, newest first. */
  list(): DecisionRecord[] {
    return decisionsOf(this.entries).map((decision) => {
      const { kind, id, at } = decision
      const names = 'names' in decision ? decision.names : [decision.name]
      const to = kind === 'rename' || kind === 'retype' ? decision.to : null
      return { id, kind, at, names: names.map(({ name }) => name), to }
    })
  }

  /** Adds a decision; resolves once it is on disk. Throws NOT_FOUND, and INVALID_INPUT where it would change nothing. */
  async add(decision: GraphDecision, namesOf: (id: string) => Promise<readonly Mention[]>): Promise<void> {
    const work = this.#last.then(async () => {
      const { path, write, now, newId } = this.options
      const base = { id: newId(), at: new Date(now()).toISOString() }
      const entry = checked(await this.#entryFor(decision, base, namesOf))
      const entries = [...this.entries, entry]
      await write(path, JSON.stringify(entries))
      this.entries = entries
    })
    this.#last = work.catch(() => undefined)
    await work
  }

  async #entryFor(
    decision: GraphDecision,
    base: { readonly id: string; readonly at: string },
    namesOf: (id: string) => Promise<readonly Mention[]>,
  ): Promise<MergeLogEntry> {
    if (decision.kind === 'undo') {
      const { entry } = decision
      const isKnown = entry.startsWith('automatic:') || decisionsOf(this.entries).some(({ id }) => id === entry)
      if (!isKnown) throw new CairnError('NOT_FOUND', 'That decision is not in force (any more).')
      return { kind: 'undo', ...base, entry }
    }
    if (decision.kind === 'merge') {
      const names = distinct((await Promise.all(decision.ids.map(namesOf))).flat())
      if (names.length > 1) return { kind: 'merge', ...base, names }
      throw new CairnError(
        'INVALID_INPUT',
        'A merge takes two different names.',
        'Choose entities with different names.',
      )
    }
    const mentions = await namesOf(decision.id)
    const all = distinct(mentions)
    if (decision.kind === 'split') {
      const wanted = new Set(decision.names.map((name) => nameRef({ name }).name))
      const names = all.filter(({ name }) => wanted.has(name))
      const from = all.filter(({ name }) => !wanted.has(name))
      if (names.length > 0 && from.length > 0) return { kind: 'split', ...base, names, from }
      throw new CairnError(
        'INVALID_INPUT',
        'Some of its names must become another entity, and some must stay.',
        'Choose at least one of its names, and not all.',
      )
    }
    const [name] = all
    if (!name) throw new CairnError('NOT_FOUND', 'There is no such entity (any more).')
    if (decision.kind === 'rename') return { kind: 'rename', ...base, name, to: decision.name }
    return { kind: 'retype', ...base, name, to: decision.type }
  }
}

function distinct(mentions: readonly Mention[]): NameRef[] {
  return [...new Map(mentions.map((mention) => [JSON.stringify(nameRef(mention)), nameRef(mention)])).values()]
}

/** What is written must be readable again. */
function checked(entry: MergeLogEntry): MergeLogEntry {
  const { data } = MergeLogEntry.safeParse(entry)
  if (data) return data
  throw new CairnError('INVALID_INPUT', 'A name is empty.', 'Use names of at least one character.')
}
