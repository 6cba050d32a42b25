import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CairnError } from '@shared/errors'

const Gold = z.union([z.string(), z.object({ title: z.string(), sha1: z.string().optional() })])

const DataFile = z.object({
  passages: z.array(
    z.object({
      id: z.string().optional(),
      title: z.string().optional(),
      text: z.string(),
      sha1: z.string().optional(),
    }),
  ),
  questions: z.array(
    z.object({
      question: z.string(),
      passage: z.string().optional(),
      gold: z.array(Gold).optional(),
      answers: z.array(z.string()).default([]),
    }),
  ),
})

export interface BenchPassage {
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface BenchQuestion {
  readonly question: string
  /** Ids of the passages that answer it, at least one. */
  readonly gold: readonly string[]
  /** What counts as a right answer; empty where the file does not say. */
  readonly answers: readonly string[]
}

export interface BenchData {
  readonly passages: readonly BenchPassage[]
  readonly questions: readonly BenchQuestion[]
}

/** Reads a file shaped like shared/eval's: gold by passage id, or by title with the text's sha1. */
export async function readBenchData(path: string): Promise<BenchData> {
  const data = parse(await readFile(path, 'utf8'), path)
  const passages = data.passages.map(({ id, title, text, sha1 }) => ({
    id: id ?? idOf(title ?? '', sha1),
    title: title ?? '',
    text,
  }))
  const known = new Set(passages.map(({ id }) => id))
  if (known.size < passages.length) {
    throw new CairnError(
      'INVALID_INPUT',
      `${path}: two passages have the same id or title.`,
      'Give each passage an id.',
    )
  }
  const questions = data.questions.map(({ question, passage, gold, answers }) => {
    const ids = passage === undefined ? (gold ?? []).map(goldId) : [passage]
    const missing = ids.find((id) => !known.has(id))
    if (ids.length === 0 || missing !== undefined) {
      throw new CairnError(
        'INVALID_INPUT',
        `${path}: "${question}" has no gold passage in this file.`,
        'Correct the file.',
      )
    }
    return { question, gold: ids, answers }
  })
  return { passages, questions }
}

/**
 * Each line of the text files as a passage that answers nothing: what is looked for has to be found among them. Their
 * ids are none of the data's, so that no question can count one as right.
 */
export async function readDistractors(paths: readonly string[], data: BenchData): Promise<BenchPassage[]> {
  let prefix = 'distractor'
  while (data.passages.some(({ id }) => id.startsWith(prefix))) prefix = `${prefix}_`
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return texts.flatMap((text, file) =>
    text.split(/\r?\n/u).flatMap((line, at) => {
      const trimmed = line.trim()
      return trimmed ? [{ id: `${prefix}-${file}-${at}`, title: '', text: trimmed }] : []
    }),
  )
}

function parse(json: string, path: string): z.infer<typeof DataFile> {
  const hint = 'It needs {passages: [{id|title, text}], questions: [{question, passage|gold}]}.'
  try {
    return DataFile.parse(JSON.parse(json))
  } catch (thrown) {
    throw new CairnError('INVALID_INPUT', `${path} is not a benchmark file.`, hint, { cause: thrown })
  }
}

function goldId(gold: z.infer<typeof Gold>): string {
  return typeof gold === 'string' ? gold : idOf(gold.title, gold.sha1)
}

function idOf(title: string, sha1: string | undefined): string {
  return sha1 === undefined ? title : `${title}#${sha1}`
}
