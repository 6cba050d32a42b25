import { z } from 'zod'
import { CairnError, toCairnError } from '@shared/errors'
import { askModel } from '@engine/pipeline/model-calls/ask-model'
import { seedOf } from '@engine/pipeline/model-calls/model-call'
import type { JsonPrompt } from '@engine/pipeline/prompts/json-prompts'
import { analyse } from '@engine/text/analyse'
import { contentTerms } from '@engine/text/english/stop-words'
import { detectLanguage } from '@engine/text/language'
import { modelsForPassages } from '../../runs/models-for-passages'
import type { FoundPassage, SearchModelAccess, SubQuestion } from '../deep-search-types'
import { steerPrompt } from './search-prompts'

const mostSearches = 3
/** Passages a model is shown. */
const mostShown = 10
const longestQuery = 200
/** Share of the words of a search that must be the question's or the passages': what else is there was made up. */
const minRooted = 0.6
/** Nobody waits at a screen for each call, in milliseconds. */
const leastMs = 120_000
/** Tokens: of the reply, of instructions and questions, of passages at most, of a context whose size nobody says. */
const tokens = { reply: 700, instructions: 500, passages: 4000, assumed: 4096 }

const Reply = z.object({
  questions: z.array(
    z.object({
      question: z.number(),
      enough: z.boolean(),
      passages: z.array(z.number()),
      missing: z.string(),
      searches: z.array(z.string()),
    }),
  ),
})
type Opinion = z.infer<typeof Reply>['questions'][number]

/**
 * What a language model does for one search: one call after each round. It gives null where there is none, where it fails, or where it says nothing that
 * can be believed: then rules go on alone. `tokens` and `problems` add up what was spent and what went wrong. Throws CANCELLED alone.
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

  /**
   * The sub-questions as a model judges them by the passages, with what it would search next for those that are open. What it calls enough it
   * has to find in a passage; a search with hardly a word of question or passages was made up.
   */
  async steer(questions: readonly SubQuestion[], evidence: readonly FoundPassage[]): Promise<SubQuestion[] | null> {
    const passages = evidence.slice(0, mostShown)
    const access = this.access && { ...this.access, models: modelsForPassages(this.access, passages.map(readPassage)) }
    const [model] = access?.models.candidates('understand', access.wanted) ?? []
    if (passages.length === 0 || !access || !model) return null
    const context = access.models.contextOf(model.id) ?? tokens.assumed
    const room = Math.min(tokens.passages, context - tokens.reply - tokens.instructions)
    const language = detectLanguage(this.question)
    const reply = await this.#ask(steerPrompt(questions, passages, { language, room }), access)
    if (!reply) return null
    const opinions = new Map(reply.questions.map((one) => [one.question, one]))
    const isRooted = rootedIn([this.question, ...passages.map(({ text, chunk }) => `${chunk.title}\n${text}`)])
    return questions.map((one, at) => {
      const opinion = opinions.get(at + 1)
      return opinion ? judged(one, opinion, passages, isRooted) : one
    })
  }

  async #ask(prompt: JsonPrompt, access: SearchModelAccess): Promise<z.infer<typeof Reply> | null> {
    const task = 'understand'
    const asking = { models: access.models, seed: seedOf(this.question), clock: () => performance.now() }
    const ms = Math.max(leastMs, access.models.deadlineOf(task))
    const limits = { temperature: 0.1, maxTokens: tokens.reply, wanted: access.wanted }
    try {
      const { value, usage } = await askModel({ task, ...prompt, parse: Reply, ...limits }, asking, {
        ms,
        signal: this.signal,
      })
      this.#tokens += (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0)
      return value
    } catch (thrown) {
      this.signal.throwIfAborted()
      const problem = toCairnError(thrown)
      if (!(thrown instanceof CairnError)) throw problem
      this.#problems.push(problem.message)
      return null
    }
  }
}

function judged(
  one: SubQuestion,
  opinion: Opinion,
  passages: readonly FoundPassage[],
  isRooted: (query: string) => boolean,
): SubQuestion {
  const stated = opinion.passages.flatMap((number) => passages[number - 1]?.chunk.id ?? [])
  const covered = opinion.enough && stated.length > 0
  const missing = tidy(opinion.missing).slice(0, longestQuery)
  const searches = [...new Set(opinion.searches.map(tidy))].filter(isRooted).slice(0, mostSearches)
  return {
    ...one,
    covered,
    passages: [...new Set([...stated, ...one.passages])],
    missing: covered ? [] : missing === '' ? one.missing : [missing],
    proposed: covered ? [] : searches,
  }
}

/** What was said in a chat, or a tool gave, may rest on anything. */
function readPassage({ chunk: { doc_id: documentId, format }, restsOn }: FoundPassage) {
  return { documentId, isOfDocument: format !== 'chat' && format !== 'tool' && restsOn === undefined }
}

function tidy(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

function rootedIn(texts: readonly string[]): (query: string) => boolean {
  const known = new Set(analyse(texts.join('\n')))
  return (query) => {
    const terms = contentTerms(query)
    const rooted = terms.filter((term) => known.has(term)).length
    return query.length <= longestQuery && terms.length > 0 && rooted >= terms.length * minRooted
  }
}
