import { fnv1a, mulberry32 } from '@shared/hash'
import { normalNumbers } from './random'
import { hanCharacters, knownWords, plainWords } from './tiny-words'

export const specialPieces = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'] as const

/** A WordPiece vocabulary with what each piece means: a direction that its letters alone decide, long where it says much. */
export interface WordPieces {
  readonly pieces: readonly string[]
  readonly dimensions: number
  /** Row-major, one row per piece. */
  readonly embeddings: Float32Array
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')
const marks = Array.from('.,;:!?()[]{}<>/\\|@#$%^&*+-=_~"\'`。，、；：！？（）《》“”')
const endings = ['s', 'es', 'ed', 'ing', 'ly', 'er', 'ment']

const made = new Map<string, WordPieces>()

/** Some 6,000 pieces. `special` is the length of the directions of [CLS] and the like. Made once; do not change them. */
export function wordPieces(dimensions: number, special = 0.1): WordPieces {
  const key = `${dimensions} ${special}`
  const words = made.get(key) ?? makeWordPieces(dimensions, special)
  made.set(key, words)
  return words
}

function makeWordPieces(dimensions: number, special: number): WordPieces {
  const lengths = new Map<string, number>()
  const put = (piece: string, length: number) => {
    if (!lengths.has(piece)) lengths.set(piece, length)
  }
  for (const piece of specialPieces) put(piece, special)
  for (const word of plainWords) put(word, 0.15)
  for (const word of knownWords) put(word, 1)
  for (const ending of endings) put(`##${ending}`, 0.1)
  for (const mark of marks) put(mark, 0.05)
  for (const one of letters) {
    put(one, 0.35)
    put(`##${one}`, 0.35)
  }
  for (const one of letters.slice(0, 26)) {
    for (const two of letters.slice(0, 26)) {
      put(one + two, 0.4)
      put(`##${one}${two}`, 0.4)
    }
  }
  for (const character of hanCharacters()) put(character, 0.8)
  const embeddings = new Float32Array(lengths.size * dimensions)
  let at = 0
  for (const [piece, length] of lengths) {
    const direction = normalNumbers(dimensions, 1, mulberry32(fnv1a(piece)))
    const scale = length / Math.hypot(...direction)
    for (const value of direction) embeddings[at++] = value * scale
  }
  return { pieces: [...lengths.keys()], dimensions, embeddings }
}

/** tokenizer.json of an uncased BERT, as the Rust crate `tokenizers` writes it. */
export function tokenizerJson(pieces: readonly string[]): object {
  const special = (piece: string, type: number) => ({ SpecialToken: { id: piece, type_id: type } })
  const sequence = (id: 'A' | 'B', type: number) => ({ Sequence: { id, type_id: type } })
  const cls = special('[CLS]', 0)
  const first = [cls, sequence('A', 0), special('[SEP]', 0)]
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specialPieces.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: first,
      pair: [...first, sequence('B', 1), special('[SEP]', 1)],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [specialPieces.findIndex((p) => p === id)], tokens: [id] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
    },
  }
}
