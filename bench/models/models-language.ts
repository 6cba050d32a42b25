import type { ResidentModel, ResidentModels } from '@engine/inference/supervision/host-client'
import { LocalLanguageModel } from '@engine/inference/resident/local-language-model'
import type { GenerateRequest } from '@engine/ports/models/language-model'
import { openBareLanguageModel } from './bare-models'
import { round } from '../metrics'
import { inTurns, median, ratioFigures } from './models-rounds'
import { knownWords } from '../tiny-models/tiny-words'

export interface LanguageBench {
  readonly resident: ResidentModels
  readonly model: ResidentModel
  readonly threads: number
  readonly rounds: number
  readonly progress: (text: string) => void
}

const system = 'You answer from the evidence, in short sentences, and cite it.'

function requestOf(maxTokens: number, content = 'How high is the water at the north dam?'): GenerateRequest {
  return { task: 'answer', system, messages: [{ role: 'user', content }], temperature: 0.1, seed: 1, maxTokens }
}

const never = new AbortController().signal

/**
 * A model's answer of `tokens` tokens through its own process, against the same by node-llama-cpp in this process: from
 * asking to the end, the prompt kept from the run before in both. Milliseconds a token.
 */
export async function measureTokenOverhead(bench: LanguageBench, tokens: number) {
  const { model, rounds, threads, progress } = bench
  const request = requestOf(tokens)
  const bare = await openBareLanguageModel(model.files.path, { threads, contextLength: model.contextLength })
  const hosted = languageModel(bench)
  const made = { bare: 0, hosted: 0 }
  try {
    const [bareTimes = [], hostTimes = []] = await inTurns(
      [
        async () => {
          const start = performance.now()
          made.bare = 0
          await bare.generate(request, (text) => (made.bare += text === '' ? 0 : 1))
          return performance.now() - start
        },
        async () => {
          const start = performance.now()
          for await (const chunk of hosted.generate(request, never)) {
            if (chunk.type === 'end') made.hosted = chunk.usage.completion_tokens
          }
          return performance.now() - start
        },
      ],
      rounds,
      (at) => progress(`tokens of ${model.id}, round ${at} of ${rounds}`),
    )
    return {
      model: model.id,
      tokens: made,
      bare_ms_per_token: round(median(bareTimes) / tokens, 4),
      host_ms_per_token: round(median(hostTimes) / tokens, 4),
      overhead_ms_per_token: round((median(hostTimes) - median(bareTimes)) / tokens, 4),
      ...ratioFigures(hostTimes, bareTimes),
    }
  } finally {
    await bare.close()
  }
}

/** Time to the first token of a conversation's second turn: its first turn still read, or pushed out by another conversation. */
export async function measurePrefixReuse(bench: LanguageBench, promptWords: number) {
  const { rounds, progress } = bench
  const model = languageModel(bench)
  const evidence = Array.from({ length: promptWords }, (_, at) => knownWords[(at * 37) % knownWords.length]).join(' ')
  const first = requestOf(24, `${evidence}\n\nHow high is the water?`)
  let answer = ''
  for await (const chunk of model.generate(first, never)) if (chunk.type === 'token') answer += chunk.text
  const second: GenerateRequest = {
    ...first,
    maxTokens: 1,
    messages: [...first.messages, { role: 'assistant', content: answer }, { role: 'user', content: 'And in May?' }],
  }
  const other: GenerateRequest = { ...requestOf(1), system: 'Another conversation.' }
  const used = { prompt: 0, kept: 0, keptWithout: 0 }
  const [withReuse = [], without = []] = await inTurns(
    [
      async () => {
        await firstToken(model, { ...first, maxTokens: 1 })
        const { ms, prompt, reused } = await firstToken(model, second)
        Object.assign(used, { prompt, kept: reused })
        return ms
      },
      async () => {
        await firstToken(model, other)
        const { ms, reused } = await firstToken(model, second)
        used.keptWithout = reused
        return ms
      },
    ],
    rounds,
    (at) => progress(`second turns, round ${at} of ${rounds}`),
  )
  return {
    model: bench.model.id,
    prompt_tokens: used.prompt,
    reused_tokens: used.kept,
    reused_tokens_without: used.keptWithout,
    first_token_ms: round(median(withReuse), 1),
    first_token_without_ms: round(median(without), 1),
    ...ratioFigures(withReuse, without),
  }
}

/**
 * Stops an answer in its middle, again and again. `stopped`: from stopping to the stream's end, which is told at once;
 * `free`: from there to the first token of the next answer, which waits until the model itself has stopped.
 */
export async function measureHostStop(bench: LanguageBench, times: number) {
  const model = languageModel(bench)
  const stopped: number[] = []
  const free: number[] = []
  for (let at = 0; at < times; at += 1) {
    if (at % 5 === 0) bench.progress(`stop ${at + 1} of ${times}`)
    const controller = new AbortController()
    let asked = 0
    let tokens = 0
    try {
      for await (const chunk of model.generate(requestOf(1000), controller.signal)) {
        if (chunk.type === 'token') tokens += 1
        if (tokens !== 8 || asked > 0) continue
        asked = performance.now()
        controller.abort()
      }
    } catch (thrown) {
      if (!controller.signal.aborted) throw thrown
    }
    stopped.push(performance.now() - asked)
    free.push((await firstToken(model, requestOf(1))).ms)
  }
  return { model: bench.model.id, times, stopped: stopFigures(stopped), free: stopFigures(free) }
}

/** Milliseconds; `over_200`: how many took longer than the 200 ms that stopping may take. */
export function stopFigures(values: readonly number[]) {
  return {
    median_ms: round(median(values), 1),
    max_ms: round(Math.max(0, ...values), 1),
    over_200: values.filter((ms) => ms >= 200).length,
  }
}

async function firstToken(model: LocalLanguageModel, request: GenerateRequest) {
  const start = performance.now()
  let ms = 0
  for await (const chunk of model.generate(request, never)) {
    if (chunk.type === 'token' && ms === 0) ms = performance.now() - start
    if (chunk.type !== 'end') continue
    return { ms, prompt: chunk.usage.prompt_tokens, reused: chunk.usage.reused_tokens }
  }
  throw new Error('The answer has no end.')
}

function languageModel({ model, resident }: LanguageBench): LocalLanguageModel {
  return new LocalLanguageModel(model.id, model, resident)
}
