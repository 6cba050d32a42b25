import { cancelled } from '@engine/platform/deadline'
import type { AnswerSpan } from '@engine/ports/models/reader'
import type { LoadedReader } from '../../host/loaded-model'
import type { LoadOptions } from '../../host/protocol'
import { endLogits, onnxDetails, readOnnxFolder } from '../inspect-model-folder'
import { BatchBudget, lengthBatches } from '../length-batches'
import { unusable } from '../onnx-errors'
import { OnnxSession, type Output } from '../onnx-session'
import { bestSpan, type ReadWindow } from './span-logits'
import { tokenRanges } from './token-ranges'
import { tokenizeAll, type Tokens, type TextTokenizer } from '../tokenizer'

/** Tokens of a window, the question's included: readers are trained on as many, or fewer. */
const windowTokens = 384
/** Tokens that two windows share, so that an answer at a seam stands whole in one of them. */
const overlap = 96
/** Questions are short; what is pasted into one must leave room for the passage. */
const maxQuestionTokens = 96
const maxRows = 16

/**
 * An ONNX model for extractive question answering: reads the question beside each window of a passage, and gives a logit to
 * each token as an answer's start and as its end. Throws MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY.
 */
export async function openOnnxReader(
  folder: string,
  options: LoadOptions,
  now: () => number = () => performance.now(),
): Promise<LoadedReader> {
  const read = await readOnnxFolder(folder)
  const { file, config, tokenizer, kind, output, padId } = read
  if (kind !== 'reader') throw unusable('This model finds no answers in passages.', 'Choose a reader.')
  const session = await OnnxSession.open(file.path, output.name, padId, options)
  const longest = Math.min(config.maxLength, windowTokens)
  const budget = new BatchBudget(now)
  try {
    const { tokens } = tokenizer.pairOf(tokenizer.inner('a', 1), tokenizer.inner('b', 1))
    logitsOf(await session.runBoth([tokens], endLogits), [tokens])
  } catch (error) {
    await session.release()
    throw error
  }

  return {
    kind: 'reader',
    loaded: { details: onnxDetails(read), device: 'cpu', gpus: [] },
    dispose: () => session.release(),

    async read(question, passages, signal) {
      const asked = tokenizer.inner(question, Math.min(maxQuestionTokens, Math.ceil(tokenizer.pairRoom(longest) / 2)))
      const cut = await tokenizeAll(passages, (passage) => windowsOf(tokenizer, asked, passage, longest), signal)
      const windows = cut.flat()
      const rows = windows.map(({ tokens }) => tokens)
      const lengths = rows.map(({ ids }) => ids.length)
      const logits = new Map<Tokens, Logits>()
      for (const batch of lengthBatches(lengths, { tokens: () => budget.tokens, rows: maxRows })) {
        if (signal.aborted) throw cancelled()
        const some = batch.flatMap((index) => rows[index] ?? [])
        const padded = some.length * Math.max(1, ...some.map(({ ids }) => ids.length))
        const found = logitsOf(await budget.measure(padded, () => session.runBoth(some, endLogits)), some)
        some.forEach((row, at) => logits.set(row, found[at] ?? noLogits))
      }
      if (signal.aborted) throw cancelled()
      return cut.map((own, at): AnswerSpan | null => {
        const seen = own.map((window): ReadWindow => ({ ...window, ...(logits.get(window.tokens) ?? noLogits) }))
        return bestSpan(seen, passages[at] ?? '')
      })
    },
  }
}

type Logits = Pick<ReadWindow, 'starts' | 'ends'>
const noLogits: Logits = { starts: [], ends: [] }

interface CutWindow extends Omit<ReadWindow, keyof Logits> {
  readonly tokens: Tokens
}

/** A passage cut into what the model reads at a time; none where it has no tokens. */
function windowsOf(tokenizer: TextTokenizer, asked: readonly number[], passage: string, longest: number): CutWindow[] {
  const text = passage.toWellFormed()
  const ids = tokenizer.inner(text, text.length + 1)
  const ranges = tokenRanges(
    text,
    ids.map((id) => tokenizer.surfaceOf(id)),
  )
  const room = Math.max(1, tokenizer.pairRoom(longest) - asked.length)
  const step = Math.max(1, room - Math.min(overlap, Math.floor(room / 2)))
  const windows: CutWindow[] = []
  for (let at = 0; at < ids.length; at += step) {
    windows.push({ ...tokenizer.pairOf(asked, ids.slice(at, at + room)), ranges: ranges.slice(at, at + room) })
    if (at + room >= ids.length) break
  }
  return windows
}

/** Each row's logits. Throws MODEL_UNUSABLE for a wrong shape or numbers that are none. */
function logitsOf([starts, ends]: readonly [Output, ...Output[]], rows: readonly Tokens[]): Logits[] {
  const width = Math.max(1, ...rows.map(({ ids }) => ids.length))
  for (const output of [starts, ends]) {
    if (output?.data.length !== rows.length * width || output.shape[0] !== rows.length) {
      throw unusable(
        `The reader's output has the wrong shape (${output?.shape.join(' × ') ?? ''}).`,
        'Choose another model.',
      )
    }
  }
  return rows.map(({ ids }, row) => {
    const own = ({ data }: Output) => data.subarray(row * width, row * width + ids.length)
    const logits = { starts: own(starts), ends: own(ends ?? starts) }
    if (![...logits.starts, ...logits.ends].every(Number.isFinite)) {
      throw unusable('The model computes numbers that are none.', 'Its file may be damaged; download it again.')
    }
    return logits
  })
}
