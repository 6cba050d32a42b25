import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError, hasCode, toCairnError } from '@shared/errors'
import { EvaluationRunHeader, type EvaluationRun, QuestionResult } from '@shared/evaluation/evaluation-run'
import { EvaluationSet } from '@shared/evaluation/evaluation-set'
import { makeStoreFolder } from '@engine/platform/durable-files'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import { jsonIfValid, namesIn } from '@engine/platform/stored-text'
import { WorkQueue } from '@engine/platform/work-queue'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import type { EvaluationStore, StoredRun } from '@engine/ports/storage/evaluation-store'
import { readJournal } from '../files/journal'
import type { KeptList, NamedThing } from '../files/kept-list'
import { type Misplaced, type PutAside, putInPlace } from '../files/durable-file'
import type { Resealed, Reseal } from '@engine/ports/storage/files/resealed'
import { fitsItsSum, readSummed, summedLine } from '@engine/platform/lines/summed-line'

/** A line of a run's journal: how it began, then its results. */
const RunLine = z.union([z.object({ header: EvaluationRunHeader }), z.object({ result: QuestionResult })])
type RunLine = z.infer<typeof RunLine>

export interface EvaluationStoreOptions {
  readonly readOnly: boolean
  readonly log: (line: string) => void
  /** Knows which sets and runs there should be. */
  readonly kept?: KeptList
  /** What every line goes through on its way to the disk and back; as it is by default. */
  readonly seal?: LineSeal
}

/** What a look at the folder finds, beside what `damaged` tells. */
interface FoundEvaluations {
  readonly questions: string[]
  readonly evaluation: string[]
  /** Sets and runs that can be read, but are not as they were written. */
  readonly changed: NamedThing[]
}

const setFileName = /^e_[^/\\]+\.json$/u
const runId = /^v_[^/\\]+$/u

/** Sets as `<folder>/sets/<id>.json`, runs as `<folder>/runs/<id>.jsonl` with the header of one that has ended beside it. */
export class FileEvaluationStore implements EvaluationStore, Resealed {
  readonly #seal: LineSeal
  /** Writes, one after another: what is written anew as it was must not undo a later write. */
  readonly #writes = new WorkQueue()
  readonly #sets: string
  readonly #runs: string

  constructor(
    /** Absolute; made when first used. */
    folder: string,
    private readonly files: DurableFiles,
    private readonly options: EvaluationStoreOptions,
  ) {
    this.#sets = join(folder, 'sets')
    this.#runs = join(folder, 'runs')
    this.#seal = options.seal ?? noSeal
  }

  async sets(): Promise<EvaluationSet[]> {
    const { sets, damaged, changed } = await this.#readSets()
    const { log, kept } = this.options
    for (const path of damaged) log(`evaluation: ${path} is damaged and was left as it is.`)
    kept?.here('questions', sets.map(namedSet))
    for (const one of changed) kept?.changed('questions', one)
    return sets
  }

  /** The ids of what can be read, and what of it is not as it was written. */
  async check(): Promise<FoundEvaluations> {
    const { sets, changed } = await this.#readSets()
    const evaluation = await this.#runIds()
    for (const id of evaluation) {
      const { read, isChanged } = await this.#lines(id)
      const results = read.filter((line) => 'result' in line).length
      const isCut = results < ((await this.#readHead(id))?.counts.asked ?? 0)
      if (isChanged || isCut) changed.push({ id, name: nameOfRun(id, read) })
    }
    return { questions: sets.map(({ id }) => id), evaluation, changed }
  }

  /** Sets and runs that lie in the place of others go to their own. */
  async settlePlaces(putAside: PutAside): Promise<void> {
    const sets: Misplaced[] = []
    for (const name of await namesIn(this.#sets)) {
      const path = join(this.#sets, name)
      const { data } = setFileName.test(name) ? EvaluationSet.safeParse(jsonIfValid(await this.#text(path))) : {}
      if (data && setFileName.test(`${data.id}.json`)) sets.push({ path, to: this.#setPath(data.id) })
    }
    const runs: Misplaced[] = []
    for (const id of await this.#runIds()) {
      const { owner } = await this.#lines(id)
      if (owner !== undefined) runs.push({ path: this.#journalOf(id), to: this.#journalOf(owner) })
    }
    const isElsewhere = ({ path, to }: Misplaced) => path !== to
    await putInPlace(this.#sets, sets.filter(isElsewhere), putAside)
    await putInPlace(this.#runs, runs, putAside)
  }

  /** Writes what was changed anew as it reads, and puts a copy of the files aside. */
  async settleChanged(putAside: PutAside): Promise<void> {
    const { changed } = await this.check()
    const { sets } = await this.#readSets()
    for (const { id } of changed) {
      const set = sets.find((one) => one.id === id)
      await putAside(set ? this.#setPath(id) : this.#journalOf(id), { copy: true })
      if (set) await this.saveSet(set)
      else {
        const lines = (await this.#lines(id)).read.map((line) => `${summedLine(line)}\n`)
        await this.#writing(this.#runs, () => this.files.write(this.#journalOf(id), this.#seal.close(lines.join(''))))
        // How it ended speaks of results that may be gone.
        await rm(this.#headOf(id), { force: true })
      }
    }
  }

  async damaged(): Promise<string[]> {
    const { damaged } = await this.#readSets()
    for (const id of await this.#runIds()) {
      const lines = await this.#lines(id)
      if (lines.lost > 0 || !lines.read.some((line) => 'header' in line)) damaged.push(this.#journalOf(id))
    }
    return damaged
  }

  async saveSet(set: EvaluationSet): Promise<void> {
    await this.#writing(this.#sets, () =>
      this.files.write(this.#setPath(set.id), this.#seal.close(`${summedLine(set)}\n`)),
    )
    this.options.kept?.here('questions', [namedSet(set)])
  }

  async removeSet(id: string): Promise<void> {
    await this.#writing(this.#sets, async () => {
      await this.options.kept?.gone('questions', id)
      await rm(this.#setPath(id), { force: true })
      await this.files.syncFolder(this.#sets)
    })
  }

  async runs(): Promise<StoredRun[]> {
    const runs: StoredRun[] = []
    for (const id of await this.#runIds()) {
      const { size: bytes } = await stat(this.#journalOf(id))
      runs.push({ id, header: await this.#readHead(id), bytes })
    }
    return runs
  }

  async run(id: string): Promise<EvaluationRun> {
    const { read, lost, isChanged } = await this.#lines(id)
    const begun = read.flatMap((line) => ('header' in line ? line.header : []))
    const header = (await this.#readHead(id)) ?? begun[0]
    if (!header) throw unknownRun(id)
    if (lost > 0) this.options.log(`evaluation ${id}: ${lost} damaged lines are left out`)
    if (isChanged) this.options.kept?.changed('evaluation', namedRun(header))
    return { header, results: read.flatMap((line) => ('result' in line ? line.result : [])) }
  }

  async begin(header: EvaluationRunHeader): Promise<void> {
    await this.#writing(this.#runs, () => this.#append(header.id, { header }))
    this.options.kept?.here('evaluation', [namedRun(header)])
  }

  add(id: string, result: QuestionResult): Promise<void> {
    return this.#writing(this.#runs, () => this.#append(id, { result }))
  }

  async end(header: EvaluationRunHeader): Promise<void> {
    await this.#writing(this.#runs, () =>
      this.files.write(this.#headOf(header.id), this.#seal.close(`${JSON.stringify(header)}\n`)),
    )
  }

  async removeRun(id: string): Promise<void> {
    await this.#writing(this.#runs, async () => {
      await this.options.kept?.gone('evaluation', id)
      await rm(this.#headOf(id), { force: true })
      await rm(this.#journalOf(id), { force: true })
      await this.files.syncFolder(this.#runs)
    })
  }

  async resealing(reseal: Reseal): Promise<(() => Promise<boolean>)[]> {
    const paths = [
      ...(await namesIn(this.#sets)).map((name) => join(this.#sets, name)),
      ...(await namesIn(this.#runs)).map((name) => join(this.#runs, name)),
    ]
    return paths.map((path) => () => this.#writes.run(() => reseal(path)))
  }

  #text(path: string): Promise<string> {
    return readSummed(path, (bytes) => this.#seal.open(bytes).bytes)
  }

  #append(id: string, line: RunLine): Promise<void> {
    return this.files.append(this.#journalOf(id), this.#seal.close(`${summedLine(line)}\n`))
  }

  async #readHead(id: string): Promise<EvaluationRunHeader | null> {
    const parsed = EvaluationRunHeader.safeParse(jsonIfValid(await this.#text(this.#headOf(id)).catch(emptyIfMissing)))
    return parsed.success && parsed.data.id === id ? parsed.data : null
  }

  /** Those of another run, its `owner`, are none of this one. */
  async #lines(id: string): Promise<{ read: RunLine[]; lost: number; isChanged: boolean; owner?: string }> {
    const { lines } = await readJournal(this.#journalOf(id), this.#seal)
    const read = lines.flatMap((line) => RunLine.safeParse(jsonIfValid(line)).data ?? [])
    const [begun] = read.flatMap((line) => ('header' in line ? line.header : []))
    if (begun && begun.id !== id && runId.test(begun.id)) {
      return { read: [], lost: lines.length, isChanged: false, owner: begun.id }
    }
    return { read, lost: lines.length - read.length, isChanged: !lines.every(fitsItsSum) }
  }

  async #readSets(): Promise<{ sets: EvaluationSet[]; damaged: string[]; changed: NamedThing[] }> {
    const sets: EvaluationSet[] = []
    const damaged: string[] = []
    const changed: NamedThing[] = []
    for (const name of await namesIn(this.#sets)) {
      if (!setFileName.test(name)) continue
      const path = join(this.#sets, name)
      const text = await this.#text(path)
      const parsed = EvaluationSet.safeParse(jsonIfValid(text))
      // A copy under another name would be written over the first.
      if (!parsed.success || `${parsed.data.id}.json` !== name) {
        damaged.push(path)
        continue
      }
      sets.push(parsed.data)
      if (!fitsItsSum(text)) changed.push(namedSet(parsed.data))
    }
    return { sets, damaged, changed }
  }

  async #runIds(): Promise<string[]> {
    const names = await namesIn(this.#runs)
    return names.flatMap((name) => (/^v_.+\.jsonl$/u.test(name) ? name.slice(0, -'.jsonl'.length) : []))
  }

  async #writing(folder: string, work: () => Promise<void>): Promise<void> {
    if (this.options.readOnly) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    try {
      await makeStoreFolder(folder, 2)
      await this.#writes.run(work)
    } catch (thrown) {
      throw toCairnError(thrown)
    }
  }

  #setPath(id: string): string {
    return join(this.#sets, `${id}.json`)
  }

  #journalOf(id: string): string {
    return join(this.#runs, `${id}.jsonl`)
  }

  #headOf(id: string): string {
    return join(this.#runs, `${id}.json`)
  }
}

function emptyIfMissing(thrown: unknown): string {
  if (hasCode(thrown, 'ENOENT')) return ''
  throw thrown
}

function namedSet({ id, title }: EvaluationSet): NamedThing {
  return { id, name: title }
}

/** A run is known by the user's name for it, or else by its set. */
function namedRun({ id, label, set_title }: EvaluationRunHeader): NamedThing {
  return { id, name: label ?? set_title }
}

function nameOfRun(id: string, lines: readonly RunLine[]): string {
  const [header] = lines.flatMap((line) => ('header' in line ? line.header : []))
  return header ? namedRun(header).name : id
}

function unknownRun(id: string): CairnError {
  return new CairnError('NOT_FOUND', `There is no run "${id}".`, 'List the runs to see which exist.')
}
