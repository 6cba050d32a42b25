import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import type { BenchData } from '../data'
import { sampleMemory } from '../memory/process-memory'
import { figures, processorMs, rankingFigures, round } from '../metrics'
import { cairnRival } from './cairn-rival'
import { miniSearchRival } from './mini-search-rival'
import { oramaRival } from './orama-rival'
import { plainLancedbRival } from './plain-lancedb-rival'
import type { Rival, RivalPlan } from './rival'
import { sqliteRival } from './sqlite-rival'

/** The first is what the others are held against. */
export const rivals: Readonly<Record<string, Rival>> = {
  lancedb: plainLancedbRival,
  fts5: sqliteRival,
  minisearch: miniSearchRival,
  orama: oramaRival,
  cairn: cairnRival,
}

/** Of each question as many ids are asked for as are counted. */
const depth = 10
const warmUp = 20
const mebibyte = 1024 * 1024

export const RivalFigures = z.object({
  rival: z.string(),
  words: z.string(),
  /** Until all documents can be searched, by the clock and of processor time. */
  seconds: z.number(),
  processor_seconds: z.number(),
  /** MB (2^20 bytes) of text a second. */
  mb_per_s: z.number(),
  /** Resident memory that came with it, documents and libraries left out, after a collection; and the most this process ever held. */
  memory_mb: z.number(),
  peak_rss_mb: z.number(),
  p50_ms: z.number(),
  p95_ms: z.number(),
  'hit@1': z.number(),
  'hit@5': z.number(),
})
export type RivalFigures = z.infer<typeof RivalFigures>

/** One rival in this process, which nobody else should have used before: its memory is what this process has more. */
export async function measureRival(
  name: string,
  data: BenchData,
  plan: Omit<RivalPlan, 'folder'>,
): Promise<RivalFigures> {
  const rival = Object.hasOwn(rivals, name) ? rivals[name] : undefined
  const known = Object.keys(rivals).join(', ')
  if (!rival) throw new CairnError('INVALID_INPUT', `There is no rival "${name}".`, `Choose from ${known}.`)
  const folder = await mkdtemp(join(tmpdir(), 'cairn-rival-'))
  try {
    const memoryBefore = await sampleMemory()
    const [start, before] = [performance.now(), process.cpuUsage()]
    const searchable = await rival(data.passages, { ...plan, folder })
    const whole = { seconds: (performance.now() - start) / 1000, processorSeconds: processorMs(before) / 1000 }
    const { seconds, processorSeconds } = searchable.took ?? whole
    const bytes = data.passages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    const asked = await ask((question) => searchable.search(question, depth), data.questions)
    const memory = await sampleMemory()
    await searchable.close()
    return {
      ...{ rival: name, words: plan.words, seconds: round(seconds), processor_seconds: round(processorSeconds) },
      mb_per_s: round(bytes / mebibyte / seconds, 2),
      memory_mb: round(memory.rss_mb - memoryBefore.rss_mb, 1),
      peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
      ...asked,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function ask(search: (question: string) => Promise<string[]>, questions: BenchData['questions']) {
  for (const { question } of questions.slice(0, warmUp)) await search(question)
  const rankings: string[][] = []
  const times: number[] = []
  for (const { question } of questions) {
    const start = performance.now()
    const ids = await search(question)
    times.push(performance.now() - start)
    rankings.push([...new Set(ids)])
  }
  const { 'hit@1': first, 'recall@5': five } = rankingFigures(
    rankings,
    questions.map(({ gold }) => gold),
  )
  return { ...figures(times), 'hit@1': first, 'hit@5': five }
}
