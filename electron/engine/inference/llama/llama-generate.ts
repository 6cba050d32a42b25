import type { ChatHistoryItem, GbnfJsonSchema, Llama, LlamaChatResponseChunk, LlamaGrammar } from 'node-llama-cpp'
import type { GeneratedText } from '../supervision/host-client'
import { cancelled } from '@engine/platform/deadline'
import { fitConversation } from './llama-conversation'
import { toGrammarSchema } from './llama-schema'
import { readPrompt, type LlamaSlot } from './llama-slot'
import type { Generated, HostRequest } from '../host/protocol'
import { createThoughtSplitter } from './thought-splitter'

const keptGrammars = 16

interface Generation {
  readonly llama: Llama
  readonly slot: LlamaSlot
  /** Made before, by their schema as JSON. */
  readonly grammars: Map<string, LlamaGrammar>
  readonly request: Extract<HostRequest, { type: 'generate' }>
  readonly write: (chunk: GeneratedText) => Promise<void>
  readonly signal: AbortSignal
}

/** Streams an answer of a model. Throws llama.cpp's errors, and CairnError INVALID_INPUT, CANCELLED. */
export async function generateText(generation: Generation): Promise<Generated> {
  const { slot, request, signal } = generation
  const { chat, sequence } = slot
  const grammar = request.schema === null ? null : await grammarFor(generation, request.schema)
  const thinks = chat.chatWrapper.settings.segments?.thought !== undefined
  const start = answerStart(thinks && grammar !== null)
  const { history, tokens, room } = fitConversation(request, sequence.contextSize, (items) =>
    chat.chatWrapper
      .generateContextState({ chatHistory: [...items, start] })
      .contextText.tokenize(sequence.model.tokenizer),
  )
  const before = sequence.tokenMeter.getState()
  await readPrompt(slot, tokens, signal)

  const enough = new AbortController()
  const write = writerOf(generation, thinks || grammar !== null, enough)
  const response = await chat.generateResponse([...history, start], {
    signal: AbortSignal.any([signal, enough.signal]),
    stopOnAbortSignal: true,
    // Thinking is not counted, so only `write` knows when it is enough.
    maxTokens: grammar ? Math.min(room, request.max_tokens) : room,
    ...(thinks && !grammar && { budgets: { thoughtTokens: Math.floor(room / 2) } }),
    temperature: request.temperature,
    seed: request.seed,
    // What comes with llama.cpp's own server; a penalty for repetition would spoil figures, names and citation marks.
    topK: 40,
    topP: 0.95,
    minP: 0.05,
    repeatPenalty: false,
    onResponseChunk: write.chunk,
    ...(grammar && { grammar }),
  })
  if (signal.aborted) throw cancelled()
  write.end()
  const used = sequence.tokenMeter.diff(before)
  const { stopReason } = response.metadata
  return {
    reason: stopReason === 'maxTokens' || stopReason === 'abort' ? 'length' : 'stop',
    prompt_tokens: tokens.length,
    completion_tokens: used.usedOutputTokens,
    // The last token of a prompt is always read again, to get what follows.
    reused_tokens: Math.max(0, tokens.length - 1 - used.usedInputTokens),
  }
}

/** A thought that is over already keeps a reasoning model from thinking where its grammar would not let it. */
function answerStart(skipThought: boolean): ChatHistoryItem {
  return {
    type: 'model',
    response: skipThought ? [{ type: 'segment', segmentType: 'thought', text: '', ended: true }] : [],
  }
}

/** Sorts generated text into thought and answer, and counts the answer's tokens. */
function writerOf(generation: Generation, sorted: boolean, enough: AbortController) {
  const { slot, request, signal } = generation
  const splitter = sorted ? null : createThoughtSplitter()
  let answerTokens = 0
  let begun = false
  const stopped = aborted(signal)
  slot.reader = null

  function say({ kind, text }: GeneratedText): boolean {
    // What stands between a thought and its answer belongs to neither.
    const said = kind === 'token' && !begun ? text.trimStart() : text
    if (kind === 'token' && said !== '') begun = true
    if (said === '') return false
    const written = generation.write({ kind, text: said })
    slot.reader = Promise.race([written, stopped])
    return kind === 'token'
  }

  return {
    chunk: ({ type, text, tokens }: LlamaChatResponseChunk): void => {
      if (signal.aborted || enough.signal.aborted) return
      const kind = type === 'segment' ? 'thought' : 'token'
      const parts = kind === 'token' && splitter ? splitter.push(text) : [{ kind, text } as const]
      if (parts.map(say).includes(true)) answerTokens += tokens.length
      if (answerTokens >= request.max_tokens) enough.abort()
    },
    end: (): void => {
      for (const part of splitter?.end() ?? []) say(part)
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function grammarFor({ llama, grammars }: Generation, schema: unknown): Promise<LlamaGrammar> {
  const key = JSON.stringify(schema)
  const known = grammars.get(key)
  if (known) return known
  const grammar = await llama.createGrammarForJsonSchema<GbnfJsonSchema>(toGrammarSchema(schema))
  const [oldest] = grammars.keys()
  if (grammars.size >= keptGrammars && oldest !== undefined) grammars.delete(oldest)
  grammars.set(key, grammar)
  return grammar
}
