import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { fnv1a } from '@shared/hash'

const language = z.enum(['en', 'zh'])

const Utterance = z.object({
  text: z.string().min(1),
  language,
  kind: z.enum(['KB', 'TOOL', 'SYSTEM']),
  /** A system topic or a tool's name; empty for KB. */
  topic: z.string(),
})
export type Utterance = z.infer<typeof Utterance>

/** Whether a question, asked out of the blue, leaves open what is wanted. */
const LabelledQuestion = z.object({ text: z.string().min(1), language, ambiguous: z.boolean() })
export type LabelledQuestion = z.infer<typeof LabelledQuestion>

const UtteranceFile = z.object({ version: z.literal(1), utterances: z.array(Utterance).min(1) })
const QuestionFile = z.object({ version: z.literal(1), questions: z.array(LabelledQuestion).min(1) })

/** What the classifier compares with, or is measured by. */
export interface Labelled {
  readonly utterances: readonly Utterance[]
  readonly questions: readonly LabelledQuestion[]
}

export interface LabelledSets {
  readonly examples: Labelled
  /** Never compared with and never fitted on, so that the bench reports what unseen questions get. */
  readonly heldOut: Labelled
}

/** Reads resources/intents. Throws CairnError INVALID_INPUT naming the file that is not as it should be. */
export async function loadLabelled(folder: string): Promise<LabelledSets> {
  const { utterances } = await read(join(folder, 'utterances.json'), UtteranceFile)
  const { questions } = await read(join(folder, 'ambiguous.json'), QuestionFile)
  return {
    examples: {
      utterances: utterances.filter(({ text }) => !isHeldOut(text)),
      questions: questions.filter(({ text }) => !isHeldOut(text)),
    },
    heldOut: {
      utterances: utterances.filter(({ text }) => isHeldOut(text)),
      questions: questions.filter(({ text }) => isHeldOut(text)),
    },
  }
}

/** About three rows in ten, by the text alone: adding a row moves no other one. */
function isHeldOut(text: string): boolean {
  return bucketOf(text) % 10 < 3
}

/** A hash with its bits mixed so that the last digit is as good as any. */
export function bucketOf(text: string): number {
  const hash = fnv1a(text)
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8) & 0xffff
}

async function read<T>(path: string, shape: z.ZodType<T>): Promise<T> {
  try {
    return shape.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (thrown) {
    throw new CairnError('INVALID_INPUT', `${path} cannot be used.`, 'Reinstall Cairn.', { cause: thrown })
  }
}
