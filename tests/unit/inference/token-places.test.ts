import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tokenRanges } from '@engine/inference/onnx/reading/token-ranges'
import { TextTokenizer } from '@engine/inference/onnx/tokenizer'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-tokens-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const added = (contents: readonly string[]) =>
  contents.map((content, id) => ({ id, content, special: true, normalized: false, single_word: false }))

/** Sentence pieces as XLM-RoBERTa has them, with its frame for two texts. */
const unigram = {
  added_tokens: added(['<s>', '<pad>', '</s>', '<unk>']),
  normalizer: { type: 'NFKC' },
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '<s>', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '</s>', type_id: 0 } },
    ],
    pair: [
      { SpecialToken: { id: '<s>', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '</s>', type_id: 0 } },
      { SpecialToken: { id: '</s>', type_id: 0 } },
      { Sequence: { id: 'B', type_id: 0 } },
      { SpecialToken: { id: '</s>', type_id: 0 } },
    ],
    special_tokens: {
      '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
      '</s>': { id: '</s>', ids: [2], tokens: ['</s>'] },
    },
  },
  decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
  model: {
    type: 'Unigram',
    unk_id: 3,
    vocab: [
      ...['<s>', '<pad>', '</s>', '<unk>'].map((piece) => [piece, 0]),
      ...[
        '▁',
        '▁a',
        'a',
        'b',
        '▁b',
        '▁The',
        '▁pump',
        's',
        '▁47',
        '47',
        '水深',
        '米',
        '湖',
        '的',
        '。',
        '.',
        'fi',
        '▁fi',
        'ne',
      ].map((piece, at) => [piece, -2 - at / 100]),
    ],
  },
}

/** Bytes as RoBERTa reads them: a character outside its merges is several tokens. */
function byteLevel() {
  const visible = [
    ...Array.from({ length: 94 }, (_, at) => 33 + at),
    ...Array.from({ length: 12 }, (_, at) => 161 + at),
    ...Array.from({ length: 82 }, (_, at) => 174 + at),
  ]
  let next = 256
  const signs = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(visible.includes(byte) ? byte : next++))
  const pieces = ['<s>', '<pad>', '</s>', '<unk>', ...signs, 'Th', 'The']
  return {
    added_tokens: added(['<s>', '<pad>', '</s>', '<unk>']),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    post_processor: unigram.post_processor,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true },
    model: {
      type: 'BPE',
      unk_token: '<unk>',
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
      merges: ['T h', 'Th e'],
    },
  }
}

/** Each place once, without the empty ones: white space shares what stands beside it, or nothing. */
async function places(file: object, text: string): Promise<string[]> {
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(file))
  const tokenizer = await TextTokenizer.open(folder, {})
  const surfaces = tokenizer.inner(text, text.length).map((id) => tokenizer.surfaceOf(id))
  const all = tokenRanges(text, surfaces).map(({ start, end }) => text.slice(start, end))
  return [...new Set(all)].filter((place) => place !== '')
}

// Would catch places that hold for the tiny models' word pieces only: readers of many languages read sentence pieces.
test('sentence pieces stand where their letters do, whatever was folded', async () => {
  const found = await places(unigram, 'The pumps. 湖的水深４７ 米。 ﬁne')
  expect(found).toEqual(['The', 'pump', 's', '.', '湖', '的', '水深', '４７', '米', '。', 'ﬁ', 'ne'])
})

test('unknown characters among sentence pieces take nothing from their neighbours', async () => {
  expect(await places(unigram, 'The 🛠️ pump')).toEqual(['The', '🛠️', 'pump'])
})

test('bytes of one character all stand for that character', async () => {
  const found = await places(byteLevel(), 'The 米 a')
  expect(found).toEqual(['The', '米', 'a'])
})
