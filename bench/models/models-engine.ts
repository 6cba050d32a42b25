import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelUsage } from '@shared/session/session-context'
import { createEngine } from '@engine/engine'
import type { ResidentModel } from '@engine/inference/supervision/host-client'
import type { Engine } from '@engine/ports/engine-interface'
import { openBareLanguageModel } from './bare-models'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { stopFigures } from './models-language'
import { inTurns, median, ratioFigures } from './models-rounds'

export interface EngineBench {
  readonly engine: Engine
  readonly model: ResidentModel
  readonly threads: number
  readonly rounds: number
  readonly progress: (text: string) => void
}

export const question = 'How high is the water at the north dam?'
const document = 'The water at the north dam stood at 4.2 metres on Monday. It is measured every 15 minutes.\n'
const rules = { model: 'rules', deadline_ms: null }

/** An engine on a new store with one small document, whose answers the given model writes; all else is left to rules. */
export async function withModelEngine<T>(
  { folder, model, threads, io }: { folder: string; model: ResidentModel; threads: number; io: BenchIo },
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  await mkdir(join(folder, 'files'), { recursive: true })
  await writeFile(join(folder, 'files', 'levels.md'), document)
  const engine = await createEngine({
    folder: join(folder, 'store'),
    resources: io.resources,
    log: (line) => io.progress(line),
  })
  try {
    for await (const event of engine.ingest({ paths: [join(folder, 'files')] })) {
      if (event.type === 'error') throw new Error(event.error.message)
    }
    const { id } = await engine.models.add([model.files.path])
    const tasks = { understand: rules, clarify: rules, title: rules, summary: rules, extraction: rules }
    const models = { language: id, tasks, threads, gpu: 'off' as const, idle_unload_ms: null }
    await engine.changeSettings({ welcomed: true, models })
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/**
 * Answers of a model through the whole engine, each in a chat of its own: tokens a second between the first token's event
 * and the last one's, against the same model in this process writing as many; milliseconds from asking to the first, the prompt still held.
 */
export async function measureEngineAnswers({ engine, model, threads, rounds, progress }: EngineBench) {
  const { tokens } = await answerOf(engine, 's_warm')
  const bare = await openBareLanguageModel(model.files.path, { threads, contextLength: model.contextLength })
  const request = {
    task: 'answer' as const,
    system: 'You answer from the evidence.',
    messages: [{ role: 'user' as const, content: `${document}\n${question}` }],
    temperature: 0.1,
    seed: 1,
    maxTokens: tokens,
  }
  const first: number[] = []
  const rest: number[] = []
  let chat = 0
  try {
    const [bareTimes = [], engineTimes = []] = await inTurns(
      [
        async () => {
          let begun = 0
          let last = 0
          await bare.generate(request, () => {
            last = performance.now()
            begun ||= last
          })
          return (last - begun) / (tokens - 1)
        },
        async () => {
          chat += 1
          const answer = await answerOf(engine, `s_${chat}`)
          first.push(answer.firstMs)
          rest.push(answer.endMs)
          return answer.tokenMs
        },
      ],
      rounds,
      (at) => progress(`answers through the engine, round ${at} of ${rounds}`),
    )
    return {
      model: model.id,
      tokens,
      tokens_per_s: round(1000 / median(engineTimes), 1),
      bare_tokens_per_s: round(1000 / median(bareTimes), 1),
      ...ratioFigures(engineTimes, bareTimes),
      first_token_ms: round(median(first), 0),
      last_token_to_end_ms: round(median(rest), 0),
    }
  } finally {
    await bare.close()
  }
}

/** Two turns of one chat through the engine: how many of the second prompt's tokens were still held from the first. Once. */
export async function measureEngineReuse({ engine, model, progress }: EngineBench) {
  progress('two turns of one chat')
  const session = 's_reuse'
  const first = await answerOf(engine, session)
  const second = await answerOf(engine, session, 'How often is the water at the north dam measured?')
  const { prompt_tokens: prompt = 0, params } = (await lastUsage(engine, session)) ?? {}
  return {
    model: model.id,
    first_turn_first_token_ms: round(first.firstMs, 0),
    second_turn_first_token_ms: round(second.firstMs, 0),
    second_prompt_tokens: prompt,
    second_reused_tokens: Number(params?.['reused_tokens'] ?? 0),
  }
}

/** What the model of a chat's last turn used, as its record says. */
export async function lastUsage(engine: Engine, sessionId: string): Promise<ModelUsage | undefined> {
  return (await engine.getSession(sessionId)).session.model_usage?.at(-1)
}

/** Stops turns in the middle of their answers: `stopped` to the end of what is followed, `recorded` until the session holds it. */
export async function measureEngineStop({ engine, model, progress }: EngineBench, times: number) {
  const stopped: number[] = []
  const recorded: number[] = []
  for (let at = 0; at < times; at += 1) {
    if (at % 5 === 0) progress(`stopped turn ${at + 1} of ${times}`)
    const turn = `t_stop_${at}`
    await engine.startTurn({ question, session_id: `s_stop_${at}`, turn_id: turn, search_anyway: true })
    let asked = 0
    let tokens = 0
    let recording = Promise.resolve()
    for await (const event of engine.followTurn(turn, -1)) {
      if (event.type === 'final') throw new Error('The answer ended before it was stopped.')
      if (event.type !== 'token') continue
      tokens += 1
      if (tokens !== 8) continue
      asked = performance.now()
      recording = engine.stopTurn(turn).then(() => void recorded.push(performance.now() - asked))
    }
    stopped.push(performance.now() - asked)
    await recording
  }
  return { model: model.id, times, stopped: stopFigures(stopped), recorded: stopFigures(recorded) }
}

let turns = 0

async function answerOf(engine: Engine, sessionId: string, asked = question) {
  turns += 1
  const turn = `t_${turns}`
  const start = performance.now()
  await engine.startTurn({ question: asked, session_id: sessionId, turn_id: turn, search_anyway: true })
  let first = 0
  let last = 0
  for await (const event of engine.followTurn(turn, -1)) {
    if (event.type === 'token') {
      last = performance.now()
      first ||= last
    } else if (event.type === 'final') {
      if (event.model === undefined) throw new Error('No model wrote this answer.')
      const tokens = event.usage.completion_tokens
      const tokenMs = (last - first) / (tokens - 1)
      return { tokens, tokenMs, firstMs: first - start, endMs: performance.now() - last }
    } else if (event.type === 'error') throw new Error(event.error.message)
  }
  throw new Error('The turn has no end.')
}
