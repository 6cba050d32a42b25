import { readFile } from 'node:fs/promises'
import type { AddTurnInput, ExportedSet, ExportSetInput, SaveSetInput } from '@shared/api/evaluation-api'
import type { Change } from '@shared/changes'
import { CairnError } from '@shared/errors'
import {
  type EvaluationQuestion,
  type EvaluationSet,
  type EvaluationSetHeader,
  headerOfSet,
  MAX_SET_QUESTIONS,
  shippedSetId,
} from '@shared/evaluation/evaluation-set'
import type { SessionContext } from '@shared/session/session-context'
import { WorkQueue } from '@engine/platform/work-queue'
import type { EvaluationSetsDesk } from '@engine/ports/evaluation-desk'
import type { EvaluationStore } from '@engine/ports/storage/evaluation-store'
import { questionOfTurn } from './question-of-turn'
import { checkQuestions, readSetFile, writeSetFile } from './set-file'
import { type ConfidentialParts, withoutConfidential } from './without-confidential'

export interface EvaluationSetsParts {
  readonly store: EvaluationStore
  /** Absolute path of the shipped questions. */
  readonly shipped: string
  /** Throws NOT_FOUND. */
  readonly session: (id: string) => Promise<SessionContext>
  /** What exports are without. */
  readonly confidential: ConfidentialParts
  /** A file's name that any system takes. */
  readonly fileName: (name: string) => string
  readonly publish: (change: Change) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
}

/** Sets of the user's own. */
const mostSets = 200
const shippedTitle = 'Golden questions of the sample documents'

/** The sets of questions: changed one after another, durable before anybody is told. */
export class EvaluationSets implements EvaluationSetsDesk {
  readonly #queue = new WorkQueue()
  #shipped: Promise<EvaluationSet> | undefined

  constructor(private readonly parts: EvaluationSetsParts) {}

  async list(): Promise<EvaluationSetHeader[]> {
    const own = await this.parts.store.sets()
    const byTitle = own.toSorted((a, b) => a.title.localeCompare(b.title))
    return [await this.#readShipped(), ...byTitle].map(headerOfSet)
  }

  async get(id: string): Promise<EvaluationSet> {
    if (id === shippedSetId) return this.#readShipped()
    const set = (await this.parts.store.sets()).find((one) => one.id === id)
    if (set) return set
    throw new CairnError('NOT_FOUND', `There is no set of questions "${id}".`, 'List the sets to see which exist.')
  }

  /** A set that was deleted can be saved again under its id. */
  save({ id, title, questions }: SaveSetInput): Promise<EvaluationSetHeader> {
    return this.#queue.run(async () => {
      if (id === shippedSetId) throw unchangeable()
      if (questions.length > 0) checkQuestions(questions)
      const others = (await this.parts.store.sets()).filter((one) => one.id !== id)
      if (others.length >= mostSets) throw tooMany()
      return this.#keep({ id: id ?? `e_${this.parts.newId()}`, title, questions })
    })
  }

  delete(id: string): Promise<void> {
    return this.#queue.run(async () => {
      if (id === shippedSetId) throw unchangeable()
      await this.get(id)
      await this.parts.store.removeSet(id)
      this.#tell()
    })
  }

  import(name: string, text: string): Promise<EvaluationSetHeader> {
    const { title, questions } = readSetFile(text)
    const ownTitle =
      title ??
      (name
        .replace(/\.[^.]{1,8}$/u, '')
        .trim()
        .slice(0, 200) ||
        'Questions')
    return this.save({ title: ownTitle, questions: [...questions] })
  }

  async export({ id, leave_out_sensitive: leaveOut }: ExportSetInput): Promise<ExportedSet> {
    const { title, kind, questions: all } = await this.get(id)
    const questions = leaveOut && kind === 'own' ? await withoutConfidential(all, this.parts.confidential) : all
    const text = writeSetFile({ title, questions })
    return { name: this.parts.fileName(`${title}.jsonl`), text, left_out: all.length - questions.length }
  }

  addTurn(input: AddTurnInput): Promise<{ set: EvaluationSetHeader; question: EvaluationQuestion }> {
    return this.#queue.run(async () => {
      if (input.set_id === shippedSetId) throw unchangeable()
      const made = questionOfTurn(await this.parts.session(input.session_id), input.turn_id)
      const known = await this.#setFor(input.set_id)
      const questions = known?.questions ?? []
      const question = { id: freshId(questions), ...made }
      if (questions.length >= MAX_SET_QUESTIONS) throw tooMany()
      const { id, title } = known ?? { id: `e_${this.parts.newId()}`, title: input.title }
      return { set: await this.#keep({ id, title, questions: [...questions, question] }), question }
    })
  }

  /** The set of this id, or the one changed last; undefined where there is none yet. */
  async #setFor(id: string | undefined): Promise<EvaluationSet | undefined> {
    if (id !== undefined) return this.get(id)
    const own = await this.parts.store.sets()
    return own.toSorted((a, b) => ((a.updated_at ?? '') < (b.updated_at ?? '') ? 1 : -1))[0]
  }

  async #keep(given: Pick<EvaluationSet, 'id' | 'title' | 'questions'>): Promise<EvaluationSetHeader> {
    const set: EvaluationSet = { ...given, kind: 'own', updated_at: new Date(this.parts.now()).toISOString() }
    await this.parts.store.saveSet(set)
    this.#tell()
    return headerOfSet(set)
  }

  #readShipped(): Promise<EvaluationSet> {
    return (this.#shipped ??= readFile(this.parts.shipped, 'utf8').then((text) => {
      const { questions } = readSetFile(text)
      return { id: shippedSetId, title: shippedTitle, kind: 'shipped', questions: [...questions], updated_at: null }
    }))
  }

  #tell(): void {
    this.parts.publish({ type: 'evaluation', sets: true, runs: [], removed: [] })
  }
}

function freshId(questions: readonly EvaluationQuestion[]): string {
  const taken = new Set(questions.map(({ id }) => id))
  let at = questions.length + 1
  while (taken.has(`q${at}`)) at += 1
  return `q${at}`
}

function unchangeable(): CairnError {
  return new CairnError('INVALID_INPUT', 'The set that comes with Cairn cannot be changed.', 'Make a copy of it.')
}

function tooMany(): CairnError {
  return new CairnError('INVALID_INPUT', 'There is no room for more questions.', 'Delete a set that is not needed.')
}
