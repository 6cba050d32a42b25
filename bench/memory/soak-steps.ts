import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mulberry32 } from '@shared/hash'
import type { Engine } from '@engine/ports/engine-interface'

const turnsPerSession = 10

/** Asks one question after another, ten to a session, none twice in the same words. */
export function createAsker(engine: Engine, sentences: readonly string[], seed = 11): () => Promise<void> {
  const random = mulberry32(seed)
  let asked = 0
  return async () => {
    const session = `soak-${Math.floor(asked / turnsPerSession)}`
    const from = sentences[Math.floor(random() * sentences.length)] ?? ''
    asked += 1
    await drain(engine.ask({ question: questionOf(from, asked, random), session_id: session, search_anyway: true }))
  }
}

/** A few words of a sentence, and a number that no document has. */
function questionOf(sentence: string, number: number, random: () => number): string {
  if (/\p{Script=Han}/u.test(sentence)) {
    const start = Math.floor(random() * Math.max(1, sentence.length - 12))
    return `关于${sentence.slice(start, start + 12)}，第${number}号记录了什么？`
  }
  const words = sentence.split(' ')
  const start = Math.floor(random() * Math.max(1, words.length - 6))
  return `What do reports say about ${words.slice(start, start + 6).join(' ')} in case ${number}?`
}

/** Changes the library: a document comes, is written anew, and goes, in turns. */
export function createChanger(
  engine: Engine,
  folder: string,
  sentences: readonly string[],
  seed = 13,
): () => Promise<void> {
  const random = mulberry32(seed)
  let done = 0
  return async () => {
    const path = join(folder, `changing-${Math.floor(done / 3)}.md`)
    const step = done % 3
    done += 1
    if (step < 2) {
      await writeFile(path, documentOf(sentences, random))
      await drain(engine.ingest({ paths: [path] }))
      return
    }
    const gone = engine.listDocuments({}).filter(({ source }) => source === path)
    await engine.deleteDocuments(gone.map(({ id }) => id))
    await rm(path)
  }
}

function documentOf(sentences: readonly string[], random: () => number): string {
  const pick = () => sentences[Math.floor(random() * sentences.length)] ?? ''
  const section = (at: number) =>
    `## Part ${at} of ${Math.floor(random() * 100_000)}\n\n${Array.from({ length: 8 }, pick).join(' ')}`
  return `# Changing report\n\n${Array.from({ length: 10 }, (_, at) => section(at)).join('\n\n')}\n`
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) void event
}
