import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { figures, processorMs, round } from '../metrics'

const warmUp = 5

/** One turn in a session of its own: milliseconds of each stage, of stages 1 to 7 together, and of all. */
export async function askTimed(engine: Engine, question: string) {
  const stages = new Map<number, number>()
  let total = 0
  for await (const event of engine.ask({ question, search_anyway: true })) {
    if (event.type === 'stage_end') stages.set(event.stage, event.ms)
    if (event.type === 'final') total = event.total_ms
  }
  const ms = (stage: number) => stages.get(stage) ?? 0
  // Stages 2 and 3 run beside each other.
  const throughSeven = ms(1) + Math.max(ms(2), ms(3)) + ms(4) + ms(5) + ms(6) + ms(7)
  return { stages, throughSeven, total }
}

/** Asks every question; the first few only warm up, the very first is told by itself. */
export async function measureTurns(engine: Engine, questions: readonly string[], io: BenchIo) {
  const byStage = new Map<number, number[]>()
  const throughSeven: number[] = []
  const totals: number[] = []
  let [first, firstProcessor] = [0, 0]
  let before = process.cpuUsage()
  for (const [at, question] of questions.entries()) {
    if (at % 10 === 0) io.progress(`question ${at + 1} of ${questions.length}`)
    const turn = await askTimed(engine, question)
    if (at === 0) [first, firstProcessor] = [turn.total, processorMs(before)]
    if (at === warmUp - 1) before = process.cpuUsage()
    if (at < warmUp) continue
    for (const [stage, ms] of turn.stages) byStage.set(stage, [...(byStage.get(stage) ?? []), ms])
    throughSeven.push(turn.throughSeven)
    totals.push(turn.total)
  }
  return {
    first_turn_ms: round(first),
    first_turn_processor_ms: round(firstProcessor, 1),
    turn_processor_ms: round(processorMs(before) / Math.max(1, totals.length), 1),
    stages: Object.fromEntries([...byStage].map(([stage, values]) => [String(stage), figures(values)])),
    stages_1_to_7: figures(throughSeven),
    whole_turn: figures(totals),
  }
}
