import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { figures, round } from '../metrics'
import { answerOf, answersOf, compareAnswers, whenMapped } from './answers'

/**
 * `bench backup --store <folder> [--questions 100]`: one JSON line. Reads a copy of a store into the graph to the end, backs it up while
 * questions are asked, once more to the same file, and restores it into an empty store. Compares the answers there with those here
 * (`restored`), and those here with a second round (`here_twice`): how many of the questions were answered in time both times, and of these, how many
 * the same. Returns 1 where answers differ. Times in seconds, those of questions in milliseconds.
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
    const hereTwice = compareAnswers(questions, here, hereAgain)
    const compared = compareAnswers(questions, here, there)
    for (const question of compared.other.slice(0, 3)) io.progress(`another answer: ${question}`)
    io.print(
      JSON.stringify({
        ...{ bench: 'backup', chunks, documents, restored_chunks: info.chunks, restored_documents: info.documents },
        ...{ backup_s: round(first.seconds), again_s: round(again.seconds), restore_s: round(restored.seconds) },
        ...{ asked_meanwhile: first.value.length, question_ms: figures(first.value) },
        megabytes: round((await stat(path)).size / 1e6),
        questions: questions.length,
        here_twice: { in_time: hereTwice.in_time, same: hereTwice.same },
        restored: { in_time: compared.in_time, same: compared.same },
        ...{ backup_processor_s: round(first.processor), restore_processor_s: round(restored.processor) },
      }),
    )
    return hereTwice.other.length + compared.other.length === 0 ? 0 : 1
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

async function backUp(engine: Engine, path: string): Promise<void> {
  for await (const step of engine.backups.backUp({ path })) if (step.type === 'done') return
}

async function restore(engine: Engine, path: string): Promise<void> {
  for await (const step of engine.backups.restore({ path, whole_part: false })) if (step.type === 'done') return
}
