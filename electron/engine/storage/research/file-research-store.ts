import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CairnError, hasCode, toCairnError } from '@shared/errors'
import { byCodeUnits } from '@shared/hash'
import { type Note, note } from '@shared/note'
import { emptyRun, foldSteps, isWorking, withStep } from '@shared/research/fold-steps'
import type { ResearchRun, RunHeader, RunLine, RunStep } from '@shared/research/research-run'
import type { ResearchStore, RunJournal } from '@engine/ports/storage/research-store'
import { replaceDurably, syncFolder } from '@engine/platform/durable-files'
import { WorkQueue } from '@engine/platform/work-queue'
import { Journal, readJournal } from '../files/journal'
import type { KeptList } from '../files/kept-list'
import { type Misplaced, type PutAside, putInPlace } from '../files/durable-file'
import { summedLine } from '@engine/platform/lines/summed-line'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import type { Resealed, Reseal } from '@engine/ports/storage/files/resealed'
import { compactJournal } from './compact-journal'
import {
  type FoundLines,
  headOf,
  headOfJournal,
  idsOfAnything,
  journalText,
  parseLines,
  readHead,
  resealRun,
  removeRunFiles,
  runIds,
  runPaths,
  type StoredHead,
  unfinished,
  writeHead,
} from './run-files'

export interface ResearchStoreOptions {
  readonly readOnly: boolean
  readonly now: () => number
  readonly log: (line: string) => void
  /** Knows which runs there should be. */
  readonly kept?: KeptList
  /** What every line goes through on its way to the disk and back; as it is by default. */
  readonly seal?: LineSeal
}

/** A run that is written to. */
interface OpenJournal {
  readonly journal: Journal
  seq: number
  run: ResearchRun
}

/** Heads read beside each other. */
const readAtOnce = 32

/** Runs as a journal of lines each, with a small file beside it that lists need; the journal alone counts. */
export class FileResearchStore implements ResearchStore, Resealed {
  readonly #queues = new Map<string, WorkQueue>()
  readonly #open = new Map<string, OpenJournal>()
  #heads: Promise<Map<string, StoredHead>> | undefined
  #known: ReadonlyMap<string, StoredHead> = new Map()
  readonly #seal: LineSeal

  constructor(
    private readonly folder: string,
    private readonly options: ResearchStoreOptions,
  ) {
    this.#seal = options.seal ?? noSeal
  }

  async list(): Promise<RunHeader[]> {
    this.#known = await this.#allHeads()
    return this.listed()
  }

  listed(): RunHeader[] {
    const heads = [...this.#known.values()].filter(({ trashed_at: at }) => at === null)
    return heads
      .map(({ header }) => header)
      .toSorted((a, b) => byCodeUnits(b.created_at, a.created_at) || byCodeUnits(a.id, b.id))
  }

  async trashed(): Promise<{ id: string; trashed_at: string }[]> {
    const heads = [...(await this.#allHeads()).values()]
    return heads.flatMap(({ header: { id }, trashed_at: at }) => (at === null ? [] : { id, trashed_at: at }))
  }

  load(id: string): Promise<RunJournal> {
    return this.#inTurn(id, async () => {
      const { lines, lost, changed } = await this.#readLines(id)
      if (lines.length === 0 && lost === 0) throw unknownRun(id)
      if (changed > 0) this.#tellChanged(id, lines)
      return { lines, lost }
    })
  }

  append(id: string, steps: readonly RunStep[]): Promise<RunLine[]> {
    if (this.options.readOnly) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    return this.#inTurn(id, async () => {
      const open = await this.#openForWriting(id)
      if (open.seq < 0 && steps[0]?.op !== 'created') throw unknownRun(id)
      const ts = Math.trunc(this.options.now())
      const lines = steps.map((step, at): RunLine => ({ seq: open.seq + 1 + at, ts, step }))
      try {
        await open.journal.append(
          lines.map((line) => summedLine(line)),
          true,
        )
      } catch (thrown) {
        // What is on disk now is read again before anything else is written.
        this.#open.delete(id)
        throw toCairnError(thrown)
      }
      open.seq += lines.length
      for (const line of lines) open.run = withStep(open.run, line)
      await this.#keepHead(id, open, steps)
      return lines
    })
  }

  remove(id: string): Promise<void> {
    if (this.options.readOnly) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    return this.#inTurn(id, async () => {
      this.#open.delete(id)
      await this.options.kept?.gone('research', id)
      await removeRunFiles(this.folder, id)
      ;(await this.#allHeads()).delete(id)
    })
  }

  /** The faults of the stored runs, their number, and the ids of those that hold anything, readable or not. */
  async check(): Promise<{ count: number; problems: Note[]; ids: string[] }> {
    const all = await runIds(this.folder)
    const problems: Note[] = []
    const ids: string[] = []
    for (const id of all) {
      const { lines, lost, changed } = await this.#inTurn(id, () => this.#readLines(id))
      if (lost > 0) problems.push(note('research_lines_damaged', { id, count: lost }))
      const isCut = lines.length > 0 && (lines.at(-1)?.seq ?? 0) + lost < (await this.#lastSeq(id))
      if (changed > 0 || isCut) problems.push(note('research_changed', { id, name: foldSteps(id, lines).header.title }))
      if (lines.length + lost > 0) ids.push(id)
    }
    return { count: all.length, problems, ids }
  }

  /**
   * Journals that lie in the place of others go to their own. Damaged lines go out of the journals; what can be read of them stays. Of
   * what was changed a copy is put aside.
   */
  async settleDamage(putAside: PutAside): Promise<void> {
    await this.#settlePlaces(putAside)
    for (const id of await runIds(this.folder)) {
      await this.#inTurn(id, async () => {
        const path = runPaths(this.folder, id).journal
        const { lines, lost, changed } = await this.#readLines(id)
        const { head } = runPaths(this.folder, id)
        if (lines.length + lost === 0) {
          await putAside(path)
          await rm(head, { force: true })
        }
        if (lines.length === 0 || (lost + changed === 0 && (lines.at(-1)?.seq ?? 0) >= (await this.#lastSeq(id))))
          return
        this.#open.delete(id)
        await putAside(path, { copy: true })
        await replaceDurably(path, this.#seal.close(journalText(lines)), unfinished(path))
        await rm(head, { force: true })
      })
    }
  }

  async resealing(reseal: Reseal): Promise<(() => Promise<boolean>)[]> {
    return (await idsOfAnything(this.folder)).map(
      (id) => () =>
        this.#inTurn(id, () => {
          // The length of its journal is another one then.
          this.#open.delete(id)
          return resealRun(runPaths(this.folder, id), this.#seal, reseal)
        }),
    )
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()))
  }

  async #settlePlaces(putAside: PutAside): Promise<void> {
    const misplaced: Misplaced[] = []
    const pathOf = (id: string) => runPaths(this.folder, id).journal
    for (const id of await runIds(this.folder)) {
      const { owner } = await this.#inTurn(id, () => this.#readLines(id))
      if (owner !== undefined) misplaced.push({ path: pathOf(id), to: pathOf(owner) })
    }
    await putInPlace(this.folder, misplaced, putAside)
  }

  /** What the journal came to when its run last rested, for one that was cut off since. */
  async #lastSeq(id: string): Promise<number> {
    return (await readHead(runPaths(this.folder, id).head, this.#seal))?.seq ?? -1
  }

  async #readLines(id: string): Promise<FoundLines> {
    return parseLines(id, (await readJournal(runPaths(this.folder, id).journal, this.#seal)).lines)
  }

  async #openForWriting(id: string): Promise<OpenJournal> {
    const known = this.#open.get(id)
    if (known) return known
    const path = runPaths(this.folder, id).journal
    await this.#makeFolder()
    const { journal, lines: texts } = await Journal.open(path, { seal: this.#seal })
    const { lines, lost, changed, owner } = parseLines(id, texts)
    if (owner !== undefined) throw unknownRun(id)
    if (changed > 0) this.#tellChanged(id, lines)
    if (lost > 0) this.options.log(`research ${id}: ${lost} damaged lines are left out`)
    const run = lines.length > 0 ? foldSteps(id, lines) : emptyRun(id)
    // A damaged last line had a number, too.
    const open = { journal, seq: lines.length + lost === 0 ? -1 : (lines.at(-1)?.seq ?? -1) + lost, run }
    this.#open.set(id, open)
    return open
  }

  #tellChanged(id: string, lines: readonly RunLine[]): void {
    this.options.log(`research ${id} is not as it was written; something in it is damaged`)
    this.options.kept?.changed('research', { id, name: foldSteps(id, lines).header.title })
  }

  /** A head is written when a run rests: while it works its journal grows all the time, and is read whole after a crash anyway. */
  async #keepHead(id: string, { run, journal, seq }: OpenJournal, steps: readonly RunStep[]): Promise<void> {
    if (!isWorking(run.header)) {
      await compactJournal(id, journal, this.#seal).catch((thrown: unknown) =>
        this.options.log(`research ${id}: ${String(thrown)}`),
      )
    }
    const head = headOf(run, { bytes: journal.size, seq })
    this.options.kept?.here('research', [{ id, name: run.header.title }])
    ;(await this.#allHeads()).set(id, head)
    if (isWorking(run.header) && !steps.some(({ op }) => op === 'trashed')) return
    // Losing it costs reading a journal.
    await writeHead(runPaths(this.folder, id).head, head, this.#seal).catch((thrown: unknown) =>
      this.options.log(`research ${id}: ${String(thrown)}`),
    )
    if (!isWorking(run.header)) this.#open.delete(id)
  }

  #allHeads(): Promise<Map<string, StoredHead>> {
    if (this.options.readOnly) return this.#readHeads()
    return (this.#heads ??= this.#readHeads().catch((thrown: unknown) => {
      this.#heads = undefined
      throw thrown
    }))
  }

  async #readHeads(): Promise<Map<string, StoredHead>> {
    const ids = await runIds(this.folder)
    const heads = new Map<string, StoredHead>()
    for (let at = 0; at < ids.length; at += readAtOnce) {
      const some = ids.slice(at, at + readAtOnce)
      const read = await Promise.all(some.map((id) => this.#readHead(id)))
      for (const [place, head] of read.entries()) if (head) heads.set(some[place] ?? '', head)
    }
    const named = [...heads].map(([id, { header }]) => ({ id, name: header.title }))
    this.options.kept?.here('research', named)
    return heads
  }

  async #readHead(id: string): Promise<StoredHead | undefined> {
    const paths = runPaths(this.folder, id)
    const [head, file] = await Promise.all([
      readHead(paths.head, this.#seal),
      stat(paths.journal).catch(() => undefined),
    ])
    if (head && head.bytes === file?.size && head.header.id === id) return head
    const { lines, wholeBytes } = await readJournal(paths.journal, this.#seal)
    if (lines.length === 0) return undefined
    const found = parseLines(id, lines)
    if (found.owner === undefined) return headOfJournal(id, found, wholeBytes)
    return head?.header.id === id ? head : undefined
  }

  async #makeFolder(): Promise<void> {
    try {
      await mkdir(this.folder, { mode: 0o700 })
      await syncFolder(dirname(this.folder))
    } catch (thrown) {
      if (!hasCode(thrown, 'EEXIST')) throw toCairnError(thrown)
    }
  }

  #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(id) ?? new WorkQueue()
    this.#queues.set(id, queue)
    return queue.run(work)
  }
}

function unknownRun(id: string): CairnError {
  return new CairnError('NOT_FOUND', `There is no research "${id}".`, 'List the runs to see which exist.')
}
