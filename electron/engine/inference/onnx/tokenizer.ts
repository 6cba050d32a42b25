import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { z } from 'zod'
import { readFailure, unusable } from './onnx-errors'
import { cancelled } from '@engine/platform/deadline'

/** The tokens of a text or pair, as the model reads them. */
export interface Tokens {
  readonly ids: readonly number[]
  /** 0 for the first text, 1 for the second. */
  readonly types: readonly number[]
}

const TokenizerFile = z.looseObject({
  added_tokens: z.array(z.looseObject({ id: z.number(), content: z.string() })).default([]),
  normalizer: z.looseObject({ type: z.string() }).nullable().default(null),
  pre_tokenizer: z.looseObject({ type: z.string() }).nullable().default(null),
  post_processor: z.looseObject({ type: z.string() }).nullable().default(null),
  decoder: z.looseObject({ type: z.string() }).nullable().default(null),
  model: z.looseObject({ vocab: z.union([z.record(z.string(), z.number()), z.array(z.unknown())]) }),
})

const Ids = z.array(z.number().int().nonnegative())
/** Tokenizers without two texts in mind give none. */
const Types = Ids.optional()
/** No text has more characters per token. Text beyond that would be cut off anyway. */
const maxTokenChars = 24

/** The special tokens a template puts around texts. */
interface Frame {
  readonly before: Tokens
  readonly between: Tokens
  readonly after: Tokens
  /** The type of the second text's tokens. */
  readonly secondType: number
}

/** A model's own tokenizer, with what its library leaves out: cutting texts to what the model can read. */
export class TextTokenizer {
  private constructor(
    private readonly tokenizer: Tokenizer,
    private readonly single: Frame,
    private readonly pair: Frame,
  ) {}

  /** Reads tokenizer.json, in the format of the Rust crate `tokenizers`. Throws MODEL_UNUSABLE. */
  static async open(folder: string, config: Readonly<Record<string, unknown>>): Promise<TextTokenizer> {
    const text = await readFile(join(folder, 'tokenizer.json'), 'utf8').catch((error: unknown) =>
      Promise.reject(readFailure(error, 'tokenizer.json')),
    )
    try {
      const tokenizer = new Tokenizer(TokenizerFile.parse(JSON.parse(text)), config)
      return new TextTokenizer(tokenizer, frameOf(tokenizer, null), frameOf(tokenizer, 'b'))
    } catch (error) {
      throw unusable('tokenizer.json is damaged, or of a kind Cairn cannot read.', undefined, error)
    }
  }

  /** With the special tokens; cut to `longest` tokens, the special ones kept. */
  text(text: string, longest: number): Tokens {
    const { before, after } = this.single
    const room = Math.max(0, longest - before.ids.length - after.ids.length)
    const ids = this.inner(text, room)
    return joinTokens(before, { ids, types: ids.map(() => 0) }, after)
  }

  /** Question and passage with the special tokens; the passage is cut, and a question only beyond half of `longest`. */
  textPair(question: string, passage: string, longest: number): Tokens {
    const room = this.pairRoom(longest)
    const first = this.inner(question, Math.ceil(room / 2))
    return this.pairOf(first, this.inner(passage, room - first.length)).tokens
  }

  /** The tokens that question and passage may have together in `longest`, beside the special ones. */
  pairRoom(longest: number): number {
    const { before, between, after } = this.pair
    return Math.max(0, longest - before.ids.length - between.ids.length - after.ids.length)
  }

  /** Two texts' tokens with the special tokens around them; the second's begin at `secondAt`. */
  pairOf(first: readonly number[], second: readonly number[]): { readonly tokens: Tokens; readonly secondAt: number } {
    const { before, between, after, secondType } = this.pair
    const head = joinTokens(before, { ids: first, types: first.map(() => 0) }, between)
    const tokens = joinTokens(head, { ids: second, types: second.map(() => secondType) }, after)
    return { tokens, secondAt: head.ids.length }
  }

  /** Without special tokens, at most `most` of them. */
  inner(text: string, most: number): number[] {
    // The cut may halve a character, and broken text comes from files too.
    const short = text.slice(0, Math.max(1000, most * maxTokenChars)).toWellFormed()
    return Ids.parse(this.tokenizer.encode(short, { add_special_tokens: false }).ids.slice(0, most))
  }

  /** What a token stands for in a text, as far as it can be said: less its mark of a word's start or middle. */
  surfaceOf(id: number): string {
    return this.tokenizer.decode([id], { clean_up_tokenization_spaces: false }).replace(/^##/u, '')
  }

  /** The id of a token, or null. */
  idOf(token: string): number | null {
    return this.tokenizer.token_to_id(token) ?? null
  }

  /** Special tokens before a text. */
  get leading(): number {
    return this.single.before.ids.length
  }
}

/** Texts tokenized between two looks at the event loop: some milliseconds. */
const slice = 16

/** Tokenizes one text after the other and lets the event loop turn in between. Throws CANCELLED. */
export async function tokenizeAll<T>(
  texts: readonly string[],
  tokenize: (text: string) => T,
  signal: AbortSignal,
): Promise<T[]> {
  const all: T[] = []
  for (const text of texts) {
    if (all.length % slice === slice - 1) await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) throw cancelled()
    all.push(tokenize(text))
  }
  return all
}

/** Finds what a template puts around texts by looking at what it does to two short ones. */
function frameOf(tokenizer: Tokenizer, second: string | null): Frame {
  const bare = (text: string) => Ids.parse(tokenizer.encode(text, { add_special_tokens: false }).ids)
  const a = bare('a')
  const b = second === null ? [] : bare(second)
  const encoded = tokenizer.encode('a', { text_pair: second, return_token_type_ids: true })
  const ids = Ids.parse(encoded.ids)
  const types = Types.parse(encoded.token_type_ids) ?? ids.map(() => 0)
  const slice = (from: number, to: number): Tokens => ({ ids: ids.slice(from, to), types: types.slice(from, to) })
  const startA = indexOf(ids, a, 0)
  const startB = second === null ? startA + a.length : indexOf(ids, b, startA + a.length)
  return {
    before: slice(0, startA),
    between: slice(startA + a.length, startB),
    after: slice(startB + b.length, ids.length),
    secondType: types[startB] ?? 0,
  }
}

function indexOf(ids: readonly number[], part: readonly number[], from: number): number {
  for (let at = from; at + part.length <= ids.length; at += 1) {
    if (part.every((id, offset) => ids[at + offset] === id)) return at
  }
  throw new Error('The template does not hold the text.')
}

function joinTokens(...parts: readonly Tokens[]): Tokens {
  return { ids: parts.flatMap((part) => part.ids), types: parts.flatMap((part) => part.types) }
}
