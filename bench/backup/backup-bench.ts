import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { figures, round } from '../metrics'

/**
 * `bench backup --store <folder> [--questions 100]`: one JSON line. Backs a copy of a store up while questions are asked, once more to the same
 * file, restores it into an empty store, and compares the answers there. Times in seconds, those of questions in milliseconds.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { store: { type: 'string' }, questions: { type: 'string', default: '100' } },
  })
  if (values.store === undefined) throw new Error('--store names the store that is copied.')
  const folder = await mkdtemp(join(tmpdir(), 'cairn-backup-bench-'))
  const [store, path] = [join(folder, 'store'), join(folder, 'backup.tar')]
  await cp(values.store, store, { recursive: true })
  await rm(join(store, 'lock'), { force: true })
  try {
    const engine = await createEngine({ folder: store, resources: io.resources })
    const questions = await questionsOf(engine, Number(values.questions))
    await whenMapped(engine)
    // The first question loads what all later ones use.
    await answersOf(engine, questions.slice(0, 3))
    io.progress('backing up while questions are asked')
    const first = await timed(() => whileAsking(engine, questions, () => backUp(engine, path)))
    const again = await timed(() => backUp(engine, path))
    io.progress('asking here')
    const here = await answersOf(engine, questions)
    const hereAgain = await answersOf(engine, questions)
    const { chunks, documents } = await engine.info()
    await engine.close()
    io.progress('restoring')
    const other = await createEngine({ folder: join(folder, 'other'), resources: io.resources })
    const restored = await timed(() => restore(other, path))
    await whenMapped(other)
    io.progress('asking there')
    const there = await answersOf(other, questions)
    const info = await other.info()
    await other.close()
    const asked = questions.map((question, at) => ({ question, here: here[at], there: there[at] }))
    const inTime = asked.filter((one) => one.here !== undefined && one.there !== undefined)
    const differing = inTime.filter((one) => one.here !== one.there).map(({ question }) => question)
    for (const question of differing.slice(0, 3)) io.progress(`another answer: ${question}`)
    io.print(
      JSON.stringify({
        ...{ bench: 'backup', chunks, documents, restored_chunks: info.chunks, restored_documents: info.documents },
        ...{ backup_s: round(first.seconds), again_s: round(again.seconds), restore_s: round(restored.seconds) },
        ...{ asked_meanwhile: first.value.length, question_ms: figures(first.value) },
        megabytes: round((await stat(path)).size / 1e6),
        // What had no time on this machine is left out of the comparison.
        ...{ questions: questions.length, in_time: inTime.length, same_answers: inTime.length - differing.length },
        same_here_twice: here.filter((answer, at) => answer !== undefined && answer === hereAgain[at]).length,
        ...{ backup_processor_s: round(first.processor), restore_processor_s: round(restored.processor) },
      }),
    )
    return differing.length === 0 ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Questions of what the documents say: the beginning of a passage each, spread over the library. */
async function questionsOf(engine: Engine, count: number): Promise<string[]> {
  const documents = engine.listDocuments({ statuses: ['ready'] })
  const questions: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { text } = await engine.readDocument(documents[(n * 7) % documents.length]?.id ?? '')
    const sentences = text.split(/[.。!?\n]+/u).filter((sentence) => sentence.trim().length > 20)
    const sentence = sentences[(n * 13) % sentences.length] ?? 'report'
    questions.push(`What do the reports say of ${sentence.trim().slice(0, 60)}?`)
  }
  return questions
}

/** Resolves when every document is in the graph, which answers draw on. */
async function whenMapped(engine: Engine): Promise<void> {
  for (;;) {
    const { building, documents } = engine.graph.state()
    if (!building && documents.total > 0 && documents.done === documents.total) return
    await setTimeout(200)
  }
}

/** Seconds by the clock, and of all processors together. */
async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; processor: number; value: T }> {
  const [began, used] = [performance.now(), process.cpuUsage()]
  const value = await work()
  const { user, system } = process.cpuUsage(used)
  return { value, seconds: (performance.now() - began) / 1000, processor: (user + system) / 1e6 }
}

/** Milliseconds of each question asked until the work is over. */
async function whileAsking(engine: Engine, questions: readonly string[], work: () => Promise<void>): Promise<number[]> {
  const over = new AbortController()
  const times: number[] = []
  const asking = (async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const { seconds } = await timed(() => answerOf(engine, questions[n % questions.length] ?? ''))
      times.push(seconds * 1000)
    }
  })()
  await work().finally(() => over.abort())
  await asking
  return times
}

async function answersOf(engine: Engine, questions: readonly string[]): Promise<(string | undefined)[]> {
  const answers: (string | undefined)[] = []
  for (const question of questions) answers.push(await answerInTime(engine, question))
  return answers
}

/** On a busy machine a stage may run out of time, and then answers with less: that says nothing of what was restored. */
const tries = 5

/** Words and sources, without ids of this run; undefined where a stage ran out of time each time. */
async function answerInTime(engine: Engine, question: string): Promise<string | undefined> {
  for (let n = 0; n < tries; n += 1) {
    const { shown, isWhole } = await answerOf(engine, question)
    if (isWhole) return shown
  }
  return undefined
}

async function answerOf(engine: Engine, question: string): Promise<{ shown: string; isWhole: boolean }> {
  const shown: string[] = []
  let isWhole = true
  for await (const event of engine.askAside({ question, search_anyway: true })) {
    if (event.type === 'stage_end' && event.status === 'degraded') isWhole = false
    if (event.type === 'evidence')
      shown.push(...event.items.map((item) => JSON.stringify([item.document_id, item.document_name, item.text])))
    if (event.type === 'final') shown.push(event.response)
    if (event.type === 'error') shown.push(event.error.message)
  }
  return { shown: shown.join('\n'), isWhole }
}

async function backUp(engine: Engine, path: string): Promise<void> {
  for await (const step of engine.backups.backUp({ path })) if (step.type === 'done') return
}

async function restore(engine: Engine, path: string): Promise<void> {
  for await (const step of engine.backups.restore({ path, whole_part: false })) if (step.type === 'done') return
}
