import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What a reader would say of a passage: written by hand, and said where the passage has the words. */
const Said = z.object({
  /** Words of the document, letter for letter but for blanks. */
  at: z.string().min(1),
  /** One claim, in the passage's language. */
  says: z.string().min(1),
  /** The sentence that a report makes of it, in the language of the task; absent where it says the claim as it is. */
  writes: z.string().min(1).optional(),
})
export type Said = z.infer<typeof Said>

/** How a language model would reply on one task, as tests/fixtures/research/replies/README.md says. */
export const TaskReplies = z.object({
  plan: z.array(
    z.object({
      ask: z.string(),
      tool: z.enum(['search', 'read', 'graph', 'tables', 'differences']),
      /** By name; what the prompt does not list is left out. */
      documents: z.array(z.string()).default([]),
      subject: z.string().default(''),
      aspect: z.string().default(''),
      after: z.array(z.number().int()).default([]),
      section: z.string(),
    }),
  ),
  /** What is searched for next, while a passage with the words of `lacks` is missing. */
  searches: z.array(z.object({ query: z.string(), lacks: z.string() })).default([]),
  said: z.array(Said),
  /** Claims as a model makes them now and then: wrong. */
  slips: z.array(Said).default([]),
})
export type TaskReplies = z.infer<typeof TaskReplies>

/** The replies to a task; null where nobody wrote any. */
export async function readReplies(folder: string, taskId: string): Promise<TaskReplies | null> {
  const text = await readFile(join(folder, `${taskId}.json`), 'utf8').catch(() => null)
  return text === null ? null : TaskReplies.parse(JSON.parse(text))
}
