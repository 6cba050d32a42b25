import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from '@engine/ports/engine-interface'
import { percentile, round } from '../metrics'
import { processorClock } from '../with-children'

const rounds = 3
const sectionsPerFile = 20
const sentencesPerSection = 8

/**
 * One document more in a large library, and its end: medians of three, milliseconds by the clock and of processor time. Until it is
 * in the graph, and until the Graph view would show it there, only where all others are.
 */
export async function measureChanges(engine: Engine, folder: string, sentences: readonly string[]) {
  const path = join(folder, 'one-more.md')
  const times = { searchable: [] as number[], mapped: [] as number[], added: [] as number[] }
  /** After that, until the graph that people look at is put together with it. */
  const shown = { clock: [] as number[], processor: [] as number[] }
  const deletions = { trashed: [] as number[], clock: [] as number[], processor: [] as number[] }
  const { documents } = engine.graph.state()
  const isMapped = documents.done === documents.total
  await mkdir(folder, { recursive: true })
  // Loads what people look at the graph with.
  if (isMapped) await engine.graph.search('North', 1)
  for (let round = 1; round <= rounds; round += 1) {
    await writeFile(path, oneMore(sentences, round))
    const [start, used] = [performance.now(), processorClock()]
    let searchable = start
    for await (const event of engine.ingest({ paths: [path] })) {
      if (event.type !== 'progress' || event.job !== 'ingest') continue
      searchable = performance.now()
      if (!isMapped && event.document === undefined) break
    }
    times.searchable.push(searchable - start)
    times.mapped.push(performance.now() - start)
    times.added.push(used())
    if (isMapped) {
      const [looking, usedLooking] = [performance.now(), processorClock()]
      await engine.graph.search('North', 1)
      shown.clock.push(performance.now() - looking)
      shown.processor.push(usedLooking())
    }
    const ids = engine.listDocuments({}).flatMap(({ id, source }) => (source === path ? [id] : []))
    const trashing = performance.now()
    await engine.trashDocuments(ids)
    deletions.trashed.push(performance.now() - trashing)
    const [deleting, usedDeleting] = [performance.now(), processorClock()]
    await engine.deleteDocuments(ids)
    deletions.clock.push(performance.now() - deleting)
    deletions.processor.push(usedDeleting())
  }
  await rm(path)
  return {
    one_more: {
      searchable_ms: percentile(times.searchable, 50),
      mapped_ms: isMapped ? percentile(times.mapped, 50) : null,
      processor_ms: percentile(times.added, 50),
      shown: isMapped ? { ms: percentile(shown.clock, 50), processor_ms: percentile(shown.processor, 50) } : null,
    },
    trashed_ms: percentile(deletions.trashed, 50),
    /** For good and without trace. */
    deleted: { ms: percentile(deletions.clock, 50), processor_ms: percentile(deletions.processor, 50) },
  }
}

/** The graph by itself: what it holds, and milliseconds to look up a name and to draw it. */
export async function measureGraph(engine: Engine) {
  const searches: number[] = []
  for (const name of ['North', 'Station', 'Lake', '站点', '水位']) {
    const start = performance.now()
    await engine.graph.search(name, 10)
    searches.push(performance.now() - start)
  }
  const drawing = performance.now()
  await engine.graph.picture({ limit: 1000 })
  const pictureMs = round(performance.now() - drawing, 1)
  const { entities, relations, communities, documents } = await settledState(engine)
  return {
    ...{ entities, relations, communities, documents: documents.done, unread: documents.total - documents.done },
    search_p50_ms: percentile(searches, 50),
    picture_ms: pictureMs,
  }
}

/** The graph counts what it holds a while after it has loaded it. Where documents still wait to be read, it is not waited for. */
async function settledState({ graph }: Engine) {
  for (;;) {
    const state = graph.state()
    const { done, total } = state.documents
    if (!state.building || done < total) return state
    await wait(50)
  }
}

function oneMore(sentences: readonly string[], number: number): string {
  const sections = Array.from({ length: sectionsPerFile }, (_, section) => {
    const from = number * sectionsPerFile + section
    const body = Array.from({ length: sentencesPerSection }, (__, at) => sentences[(from + at * 7) % sentences.length])
    return `## Part ${from}\n\n${body.join(' ')}`
  })
  return `# One more report, number ${number}\n\n${sections.join('\n\n')}\n`
}
