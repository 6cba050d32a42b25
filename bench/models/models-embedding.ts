import type { ResidentModel, ResidentModels } from '@engine/inference/supervision/host-client'
import { createHostEmbedder } from '@engine/inference/resident/host-embedder'
import { openBareEmbedder } from './bare-models'
import { round } from '../metrics'
import { inTurns, median, ratioFigures } from './models-rounds'
import { mulberry32 } from '@shared/hash'
import { knownWords } from '../tiny-models/tiny-words'

export interface EmbeddingBench {
  readonly resident: ResidentModels
  readonly model: ResidentModel
  readonly dimensions: number
  readonly threads: number
  readonly rounds: number
  readonly progress: (text: string) => void
}

const never = new AbortController().signal

/**
 * Embeds `count` texts of 10 to 120 words through the vectors' process, against the same embedder in this process, which
 * is given all of them at once. Milliseconds per 1,000 texts.
 */
export async function measureEmbeddingOverhead(bench: EmbeddingBench, count: number) {
  const { model, rounds, threads, progress } = bench
  const texts = textsOf(count, 10, 120)
  const bare = await openBareEmbedder(model.files.path, { threads, contextLength: model.contextLength })
  const hosted = embedderOf(bench)
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  try {
    const [bareTimes = [], hostTimes = []] = await inTurns(
      [() => timed(() => bare.embed(texts, 'passage', never)), () => timed(() => hosted.embedPassages(texts))],
      rounds,
      (at) => progress(`texts through ${model.id}, round ${at} of ${rounds}`),
    )
    const per1000 = (times: readonly number[]) => round((median(times) * 1000) / count, 1)
    return {
      model: model.id,
      texts: count,
      bare_ms_per_1000: per1000(bareTimes),
      host_ms_per_1000: per1000(hostTimes),
      ...ratioFigures(hostTimes, bareTimes),
    }
  } finally {
    await bare.dispose()
  }
}

const batchSizes = [1, 8, 32, 64]
const lengths = [16, 64, 220]

/** Texts a second through the vectors' process: by how many are given at a time (64 words each), and by their length in words. */
export async function measureEmbeddingSpeed(bench: EmbeddingBench, count: number) {
  const { model, rounds, progress } = bench
  const embedder = embedderOf(bench)
  const runs = [
    ...batchSizes.map((batch) => ({ batch, words: 64 })),
    ...lengths.map((words) => ({ batch: 32, words })),
  ].map((run) => ({ ...run, texts: textsOf(count, run.words, run.words) }))
  const times = await inTurns(
    runs.map(({ batch, texts }) => async () => {
      const start = performance.now()
      await inSlices(texts, batch, (some) => embedder.embedPassages(some))
      return performance.now() - start
    }),
    rounds,
    (at) => progress(`batches through ${model.id}, round ${at} of ${rounds}`),
  )
  const rates = times.map((ms) => round((count * 1000) / median(ms), 1))
  const named = (values: readonly number[], from: number) =>
    Object.fromEntries(values.map((value, at) => [String(value), rates[from + at]]))
  return {
    model: model.id,
    texts_per_s_by_batch: named(batchSizes, 0),
    texts_per_s_by_words: named(lengths, batchSizes.length),
  }
}

async function inSlices(
  texts: readonly string[],
  size: number,
  work: (some: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < texts.length; at += size) await work(texts.slice(at, at + size))
}

/** Texts of words that a tiny tokenizer knows whole, so that a word is a token. */
function textsOf(count: number, fewest: number, most: number): string[] {
  const random = mulberry32(3)
  return Array.from({ length: count }, () => {
    const length = fewest + Math.floor(random() * (most - fewest + 1))
    return Array.from({ length }, () => knownWords[Math.floor(random() * knownWords.length)]).join(' ')
  })
}

function embedderOf({ model, resident, dimensions }: EmbeddingBench) {
  return createHostEmbedder({ ...model, dimensions }, resident)
}
