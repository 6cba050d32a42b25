import { cite, type CitedAnswer } from '../../answer/cite'
import { type AnswerSentence, extractAnswer } from '../../answer/extract'
import { keyTermsOf } from '../../retrieval/key-terms'
import { answerLanguage } from '../answer-language'
import { refusals } from '../prompts/refusal'
import type { PipelineRooms, Retrieved, Rewrite, TurnRequest } from '../turn'

/** Composes the answer from the evidence; where no sentence answers, refuses and names the nearest documents. */
export async function composeAnswer(
  request: TurnRequest,
  rewrite: Rewrite,
  retrieved: Retrieved,
  evidenceIds: readonly string[],
  rooms: Pick<PipelineRooms, 'embedder' | 'terms' | 'index'>,
  signal: AbortSignal,
): Promise<CitedAnswer> {
  const { passages } = retrieved
  const { embedder, terms, index } = rooms
  const sentences: AnswerSentence[] = []
  for (const part of rewrite.parts) {
    // A question that was not split is also judged by its rewrites and translations.
    const queries = rewrite.parts.length > 1 ? [part] : [rewrite.standalone, ...rewrite.queries.map(({ text }) => text)]
    const keyTerms = keyTermsOf(part, terms, index.statistics)
    sentences.push(...(await extractAnswer(queries, keyTerms, passages, embedder, signal)))
  }
  return sentences.length > 0
    ? cite(withoutRepeats(sentences), passages, evidenceIds)
    : plain(refusal(request, retrieved, true))
}

/** Two parts of a question may be answered by the same sentence. */
function withoutRepeats(sentences: readonly AnswerSentence[]): AnswerSentence[] {
  const first = new Map(sentences.map((sentence) => [`${sentence.passage}:${sentence.start}`, sentence]))
  return [...first.values()]
}

/** Shortcut C in words. */
export function refusal(request: TurnRequest, retrieved: Retrieved, hasDocuments: boolean): string {
  const words = refusals[answerLanguage(request)]
  return hasDocuments ? words.notFound(retrieved.nearest) : words.empty
}

/** A response that cites nothing. */
export function plain(response: string): CitedAnswer {
  return { response, refs: [], evidence: [] }
}

export interface TokenSink {
  /** Called once, before the first token. */
  first(): void
  /** Makes a token durable and visible; the next one waits for it. */
  token(content: string): Promise<void>
}

/** Streams a composed response token by token. Stops with the signal's reason between two tokens. */
export async function streamResponse(response: string, sink: TokenSink, signal: AbortSignal): Promise<void> {
  let isFirst = true
  for (const content of tokensOf(response)) {
    if (isFirst) sink.first()
    isFirst = false
    await sink.token(content)
    signal.throwIfAborted()
  }
}

/** Pieces the size a language model would send: a word with the space before it, or two CJK characters. */
export function tokensOf(response: string): string[] {
  return (
    response.match(
      /\s*[\p{Script=Han}]{1,2}|\s*\[\d+\]|\s*[\p{L}\p{N}\p{M}]{1,24}|\s*[^\s\p{L}\p{N}\p{M}]{1,4}|\s+/gu,
    ) ?? []
  )
}
