import { type Asked, judge } from '@engine/critic/judge'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { askedOf } from '../forms/overview/overview-library'
import type { ModelAccess } from '../model-calls/model-call'
import { toRecord } from '../replay/answer-basis'
import { recordLookups } from '../replay/lookups'
import { searchChannels } from '../stages/6-multi-channel'
import { composeAnswer, quoteBest } from '../stages/8-streaming-output'
import {
  answerLanguage,
  type Assembled,
  type Basis,
  type EvidenceIds,
  type PipelineRooms,
  type Retrieved,
  type RewrittenQuestion,
} from '../turn'
import { answerWords } from '../wording/answer-words'
import { modelWriter } from '../writing/model-writer'
import type { PromptReader } from '../writing/prompt-size'
import { withSpellingNotice } from './answer-notices'
import { type Attempt, attemptFrom, type Composed, quotablePart } from './attempt'
import type { Composing, RestsOn } from './checked-answer'

/** Passages and tokens of a second search, as a multiple of the first. */
const widening = 2

/** What has been searched and assembled before the first attempt, and how it is done again. */
export interface AttemptParts {
  readonly first: Basis
  readonly prompt: Assembled
  /** Makes evidence of what the second search found. */
  readonly recordSearch: (found: Retrieved) => Promise<EvidenceIds>
  /** Assembles the prompt for the language model that is to read it, or, with null, for rules. */
  readonly assemble: (found: Basis, reader: PromptReader | null, signal: AbortSignal) => Promise<Assembled>
  /** Undefined where rules answer. */
  readonly models?: ModelAccess | undefined
}

/** How the answer of a turn comes about: written or composed, and once more where the critic returns it. */
export class AnswerAttempts {
  readonly #first: Attempt
  readonly #lookups: ReturnType<typeof recordLookups>
  /** The attempt whose answer is being written and is not whole yet. */
  #begun: Attempt

  constructor(
    private readonly question: RewrittenQuestion,
    private readonly parts: AttemptParts,
    private readonly rooms: PipelineRooms,
  ) {
    this.#first = attemptFrom(parts.first, parts.prompt)
    this.#begun = this.#first
    this.#lookups = recordLookups(rooms)
  }

  composing(): Composing {
    return {
      compose: async (signal) => this.#compose(await this.#forRules(signal), signal),
      fallback: () => this.#quoteBest(),
      check: {
        judge: (answer, mayReturn) => judge(answer, { ...this.#asked(), text: 'quotes', mayReturn }),
        again: (signal) => this.#composeWider(signal),
      },
      writer: this.#first.prompt.writer?.name,
      write: this.#writer(),
      headingBehindBroken: answerWords[answerLanguage(this.question.request)].broke_off,
      restsOn: (answer, quoted) => this.#restsOn(answer, quoted),
    }
  }

  /** What an answer was made from; one that names nothing, from what was begun last. */
  basisOf({ from = this.#begun }: Composed): Basis {
    return from.basis
  }

  /** What rules may quote: they run here, and nothing is kept from them. */
  async #forRules(signal: AbortSignal): Promise<Attempt> {
    const { found, prompt } = this.#first
    return prompt.keptBack && prompt.writer ? this.#assemble(found, null, signal) : this.#first
  }

  /** Null where the wider search found no more. */
  async #composeWider(signal: AbortSignal): Promise<Composed | null> {
    const wider = await this.#searchWider(signal)
    return wider && this.#compose(await this.#assemble(wider, null, signal), signal)
  }

  #quoteBest(): Composed {
    const { request, rewrite } = this.question
    const from = this.#first
    return { ...withSpellingNotice(quoteBest(request, quotablePart(from.basis)), request, rewrite), from }
  }

  #writer(): Composing['write'] {
    const parts = {
      first: this.#first,
      access: this.parts.models,
      asked: () => this.#asked(),
      assemble: (found: Basis, reader: PromptReader, signal: AbortSignal) => this.#assemble(found, reader, signal),
      searchWider: (signal: AbortSignal) => this.#searchWider(signal),
      onBegin: (attempt: Attempt) => void (this.#begun = attempt),
    }
    return modelWriter(this.question, parts, this.rooms)
  }

  /** For the critic. Words that it looks up of an answer are not recorded: they may be many, and change no word of it. */
  #asked(): Asked {
    const { terms, index } = this.#lookups
    const { retrieved } = this.parts.first
    // A tool's answer says a question's figures and dates in its own way.
    const keyTerms = retrieved.isUnsearched
      ? []
      : keyTermsOf(askedOf(this.question.rewrite, retrieved), terms, index.statistics)
    return { question: this.question.request.question, keyTerms, terms: this.rooms.terms }
  }

  #restsOn({ from = this.#begun }: Composed, quoted: boolean): RestsOn {
    const { basis, prompt } = from
    return {
      basis: toRecord({ ...this.question, basis, lookups: this.#lookups.lookups(), quoted }, this.rooms),
      prompt,
    }
  }

  #compose({ basis, prompt }: Attempt, signal: AbortSignal): Promise<Composed> {
    return composeAnswer({ ...this.question, basis, prompt }, { ...this.rooms, ...this.#lookups }, signal)
  }

  async #searchWider(signal: AbortSignal): Promise<Basis | null> {
    const { first, recordSearch } = this.parts
    const { value: retrieved } = await searchChannels({ ...this.question, widening }, this.rooms, signal)
    if (retrieved.passages.length <= first.retrieved.passages.length) return null
    signal.throwIfAborted()
    return { retrieved, ids: await recordSearch(retrieved) }
  }

  async #assemble(found: Basis, reader: PromptReader | null, signal: AbortSignal): Promise<Attempt> {
    return attemptFrom(found, await this.parts.assemble(found, reader, signal))
  }
}
