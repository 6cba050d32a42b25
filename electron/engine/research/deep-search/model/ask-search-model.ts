import { z } from 'zod'
import { CairnError, toCairnError } from '@shared/errors'
import { askModel } from '@engine/pipeline/model-calls/ask-model'
import { type ModelAccess, seedOf } from '@engine/pipeline/model-calls/model-call'
import type { JsonPrompt } from '@engine/pipeline/prompts/json-prompts'
import { analyse } from '@engine/text/analyse'
import { contentTerms } from '@engine/text/english/stop-words'
import { detectLanguage } from '@engine/text/language'
import type { FoundPassage, PlannedSearch, SearchModelAccess, SubQuestion } from '../deep-search-types'
import { decomposePrompt, followUpPrompt, judgePrompt } from './search-prompts'

const mostParts = 4
const mostSearches = 3
/** Passages a model is shown. */
const mostShown = 8
const longestQuery = 200
/** Share of the words of a part that must be the question's: what else is there was made up. */
const minRooted = 0.6
/** Nobody waits at a screen for each call, in milliseconds. */
const leastMs = 30_000
const maxTokens = 600

/**
 * One search's calls of a language model. Each gives null where there is none, where it fails, or where it says nothing that can be
 * believed: then rules go on alone. `tokens` and `problems` add up what was spent and what went wrong. Throws CANCELLED alone.
 */
export class SearchModel {
  #tokens = 0
  #problems: string[] = []

  constructor(
    private readonly question: string,
    private readonly access: SearchModelAccess | undefined,
    private readonly signal: AbortSignal,
  ) {}

  /** What was spent and went wrong since this was last called. */
  takeFigures(): { tokens: number; problems: readonly string[] } {
    const taken = { tokens: this.#tokens, problems: this.#problems }
    this.#tokens = 0
    this.#problems = []
    return taken
  }

  /** The questions that the question is made of, in its own words. */
  async decompose(): Promise<string[] | null> {
    const language = detectLanguage(this.question)
    const reply = await this.#ask(
      decomposePrompt(this.question, language),
      z.object({ questions: z.array(z.string()) }),
    )
    const own = new Set(analyse(this.question))
    const parts = (reply?.questions ?? []).map((part) => part.replace(/\s+/gu, ' ').trim())
    const isOwn = (part: string) => {
      const terms = contentTerms(part)
      const rooted = terms.filter((term) => own.has(term)).length
      return part.length <= longestQuery * 2 && terms.length > 0 && rooted >= terms.length * minRooted
    }
    const kept = [...new Set(parts)].filter((part) => isOwn(part) && detectLanguage(part) === language)
    // With a part that cannot be believed something would go unasked.
    return kept.length > 0 && kept.length === parts.length ? kept.slice(0, mostParts) : null
  }

  /** The sub-questions as a model judges them by the passages; what it calls enough it has to find in one of them. */
  async judge(questions: readonly SubQuestion[], evidence: readonly FoundPassage[]): Promise<SubQuestion[] | null> {
    const passages = evidence.slice(0, mostShown)
    if (passages.length === 0) return null
    const judged = z.object({
      question: z.number(),
      enough: z.boolean(),
      passages: z.array(z.number()),
      missing: z.string(),
    })
    const prompt = judgePrompt(questions, passages, detectLanguage(this.question))
    const reply = await this.#ask(prompt, z.object({ questions: z.array(judged) }))
    if (!reply) return null
    const opinions = new Map(reply.questions.map((one) => [one.question, one]))
    return questions.map((one, at) => {
      const opinion = opinions.get(at + 1)
      if (!opinion) return one
      const stated = opinion.passages.flatMap((number) => passages[number - 1]?.chunk.id ?? [])
      const covered = opinion.enough && stated.length > 0
      const missing = opinion.missing.replace(/\s+/gu, ' ').trim().slice(0, longestQuery)
      return {
        ...one,
        covered,
        passages: [...new Set([...stated, ...one.passages])],
        missing: covered ? [] : missing === '' ? one.missing : [missing],
      }
    })
  }

  /** What to search next for what is open; a search with no word of question or passages was made up. */
  async followUps(open: readonly SubQuestion[], evidence: readonly FoundPassage[]): Promise<PlannedSearch[]> {
    const passages = evidence.slice(0, mostShown)
    if (open.length === 0 || passages.length === 0) return []
    const prompt = followUpPrompt(open, passages, detectLanguage(this.question))
    const searches = z.array(z.object({ question: z.number(), query: z.string() }))
    const reply = await this.#ask(prompt, z.object({ searches }))
    const known = new Set(
      analyse([this.question, ...passages.map(({ text, chunk }) => `${chunk.title}\n${text}`)].join('\n')),
    )
    const planned = (reply?.searches ?? []).flatMap(({ question, query }): PlannedSearch[] => {
      const tidy = query.replace(/\s+/gu, ' ').trim()
      const id = open[question - 1]?.id
      const terms = contentTerms(tidy)
      const isRooted = terms.length > 0 && terms.filter((term) => known.has(term)).length >= terms.length * minRooted
      return id !== undefined && tidy.length <= longestQuery && isRooted
        ? [{ query: tidy, reason: 'model', for: id }]
        : []
    })
    return open.flatMap(({ id }) => planned.filter((one) => one.for === id).slice(0, mostSearches))
  }

  async #ask<T>(prompt: JsonPrompt, parse: z.ZodType<T>): Promise<T | null> {
    const { access } = this
    const task = 'understand'
    if (!access || access.models.candidates(task, access.wanted).length === 0) return null
    const asking = { models: access.models, seed: seedOf(this.question), clock: () => performance.now() }
    const ms = Math.max(leastMs, access.models.deadlineOf(task))
    const question = { task, ...prompt, parse, temperature: 0.1, maxTokens, wanted: access.wanted } as const
    try {
      const told: ModelAccess['onCall'] = ({ usage }) => {
        this.#tokens += (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0)
      }
      return (await askModel(question, asking, { ms, signal: this.signal, told })).value
    } catch (thrown) {
      this.signal.throwIfAborted()
      const problem = toCairnError(thrown)
      if (!(thrown instanceof CairnError)) throw problem
      this.#problems.push(problem.message)
      return null
    }
  }
}
