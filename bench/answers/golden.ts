import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'

const GoldenSet = z.object({
  version: z.literal(1),
  questions: z.array(
    z.object({
      id: z.string(),
      category: z.string(),
      language: z.enum(['en', 'zh']),
      question: z.string(),
      expected_keywords: z.array(z.array(z.string())),
      expected_sources: z.array(z.string()),
      difficulty: z.enum(['easy', 'medium', 'hard']),
      expect: z.enum(['answer', 'refusal', 'clarify', 'system']).default('answer'),
      previous: z.array(z.string()).default([]),
    }),
  ),
})
type Golden = z.infer<typeof GoldenSet>['questions'][number]

const shortcutOf = { refusal: 'C', clarify: 'A', system: 'B' } as const

/**
 * `bench golden [--questions FILE --documents PATH...]`: asks the shipped golden questions of the shipped sample, or questions of
 * the same shape of other documents, whose answers are then all printed; exit code 1 when any check fails.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      questions: { type: 'string', default: join(io.resources, 'golden', 'golden.json') },
      documents: { type: 'string', multiple: true, default: [join(io.resources, 'sample')] },
    },
  })
  const { questions } = GoldenSet.parse(JSON.parse(await readFile(values.questions, 'utf8')))
  const folder = await mkdtemp(join(tmpdir(), 'cairn-golden-'))
  const engine = await createEngine({ folder, resources: io.resources })
  try {
    for await (const event of engine.ingest({ paths: values.documents.map((path) => resolve(path)) })) {
      if (event.type === 'progress') io.progress(event.message)
    }
    const results: Awaited<ReturnType<typeof check>>[] = []
    for (const golden of questions) {
      io.progress(`golden: ${golden.id}`)
      results.push(await check(golden, engine))
    }
    const failed = results.filter(({ problems }) => problems.length > 0)
    const passedIn = (language: Golden['language']) => {
      const own = results.filter((_, at) => questions[at]?.language === language)
      return { questions: own.length, passed: own.filter(({ problems }) => problems.length === 0).length }
    }
    const categories = new Set(questions.map(({ category }) => category)).size
    io.print(
      JSON.stringify({
        bench: 'golden',
        questions: results.length,
        categories,
        passed: results.length - failed.length,
        by_language: { en: passedIn('en'), zh: passedIn('zh') },
        /** Whose first statement holds a word of the first group already. */
        led: results.filter(({ leads }) => leads).length,
        failed,
        ...(args.length > 0 ? { answers: results.map(({ id, response }) => ({ id, response })) } : {}),
      }),
    )
    return failed.length === 0 ? 0 : 1
  } finally {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function check(golden: Golden, engine: Engine) {
  const sessionId = `golden_${golden.id.replaceAll(/[^A-Za-z0-9_-]/gu, '_')}`
  for (const question of golden.previous) await ask(question, sessionId, engine)
  const { response, shortcut, sources, outcome } = await ask(golden.question, sessionId, engine)
  const problems: string[] = []
  // What leads nothing is no answer, whatever passages come closest.
  const refused = golden.expect === 'refusal' && (outcome === 'closest' || outcome === 'nothing')
  if (golden.expect === 'answer') {
    if (shortcut) problems.push(`shortcut ${shortcut} instead of an answer`)
    else if (outcome !== 'answer') problems.push(`${outcome ?? 'nothing'} instead of an answer`)
    const folded = response.toLowerCase().replaceAll(/\s+/gu, ' ')
    for (const group of golden.expected_keywords) {
      if (!group.some((keyword) => folded.includes(keyword.toLowerCase()))) problems.push(`lacks ${group.join(' | ')}`)
    }
    const { expected_sources: expected } = golden
    if (expected.length > 0 && !expected.some((source) => sources.includes(source))) {
      problems.push(`cites ${sources.join(', ') || 'nothing'} instead of ${expected.join(' or ')}`)
    }
  } else if (response === '' || (shortcut !== shortcutOf[golden.expect] && !refused)) {
    problems.push(`expected ${golden.expect}, got ${shortcut ? `shortcut ${shortcut}` : 'an answer'}`)
  }
  const [opening = ''] = response.split(/\s*\[\d+\]/u, 1)
  const [group = []] = golden.expected_keywords
  const leads = golden.expect === 'answer' && group.some((keyword) => opening.includes(keyword))
  return { id: golden.id, category: golden.category, question: golden.question, problems, response, leads }
}

async function ask(question: string, sessionId: string, engine: Engine) {
  const events: CairnEvent[] = []
  for await (const event of engine.ask({ question, session_id: sessionId })) events.push(event)
  const final = events.find((event) => event.type === 'final')
  const shortcut = events.find((event) => event.type === 'shortcut')?.shortcut
  const sources = events.flatMap((event) =>
    event.type === 'evidence' ? event.items.map((item) => item.document_name) : [],
  )
  return { response: final?.response ?? '', shortcut, sources, outcome: final?.outcome }
}
