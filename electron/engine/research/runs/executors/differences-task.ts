import { diffArrays } from 'diff'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { note } from '@shared/note'
import { splitSentences } from '@engine/text/sentences/sentences'
import type { LibrarySources } from './library-sources'
import { endRound, roundsOf } from './task-rounds'
import type { Executor, NewEvidence } from './task-work'

/** Differences that are kept; documents that differ more are better read. */
const mostDifferences = 80
/** Sentences taken out and put in together; beyond it two texts have little in common, and comparing them takes minutes. */
const mostEdits = 6000

/** What stands in only one of two texts at one place, as `[start, end)` of each; null where the other text has nothing there. */
export interface TextDifference {
  readonly before: { readonly start: number; readonly end: number } | null
  readonly after: { readonly start: number; readonly end: number } | null
}

const Done = z.object({ found: z.number() })

/**
 * Compares two documents sentence by sentence. Each changed place is evidence on both sides; what belongs together has one `call_id`,
 * `difference_1` and so on in the order of the text, the older document's side first.
 */
export function differencesTask(
  library: Pick<LibrarySources, 'documents' | 'text' | 'passage'>,
  clock: () => number,
): Executor {
  return async (work, hooks) => {
    const { context, own } = roundsOf(work, (state) => Done.safeParse(state).data)
    if (own) return { endedBy: 'read' }
    const start = clock()
    const [before, after] = twoOf(work.scope?.documents, library)
    await hooks.reading([before.name, after.name])
    const [old, now] = await Promise.all([library.text(before.id), library.text(after.id)])
    const differences = await hooks.turn(() => differencesOf(old ?? '', now ?? ''))
    const evidence: NewEvidence[] = []
    for (const [at, difference] of differences.slice(0, mostDifferences).entries()) {
      const sides = [difference.before && { of: before, range: difference.before }]
      sides.push(difference.after && { of: after, range: difference.after })
      for (const side of sides) {
        const passage = side && (await library.passage(side.of.id, side.range.start, side.range.end))
        if (passage) evidence.push({ ...passage, call_id: `difference_${at + 1}` })
      }
    }
    const left = differences.length - mostDifferences
    if (left > 0) await hooks.notice([note('research_differences_left', { count: left })])
    const log = { documents: [before.name, after.name], differences: differences.length }
    const state = endRound(context, 1, { own: { found: evidence.length }, ms: clock() - start, steps: 1, log })
    await hooks.round({ number: 1, state, evidence, searches: 0 })
    return { endedBy: left > 0 ? 'budget' : 'read' }
  }
}

function twoOf(ids: readonly string[] = [], { documents }: Pick<LibrarySources, 'documents'>) {
  const byId = new Map(documents({ documents: [...ids] }).map((document) => [document.id, document]))
  const [before, after] = ids.map((id) => byId.get(id))
  if (before && after) return [before, after] as const
  throw new CairnError(
    'NOT_FOUND',
    'One of the two documents that are to be compared is not there any more.',
    'Choose two documents of the library.',
  )
}

/** What two texts do not have in common, in the order of the text. Spaces do not count. Throws TOOL_FAILED where that is almost everything. */
export async function differencesOf(before: string, after: string): Promise<TextDifference[]> {
  const [old, now] = [sentencesOf(before), sentencesOf(after)]
  const parts = await new Promise<ReturnType<typeof diffArrays<string>> | undefined>((resolve) => {
    const options = {
      maxEditLength: mostEdits,
      callback: (found: ReturnType<typeof diffArrays<string>>) => resolve(found),
    }
    diffArrays(
      old.map(({ words }) => words),
      now.map(({ words }) => words),
      options,
    )
  })
  if (!parts) {
    throw new CairnError(
      'TOOL_FAILED',
      'The two documents differ almost everywhere.',
      'Compare what they say about a subject instead.',
    )
  }
  const differences: TextDifference[] = []
  let [at, to] = [0, 0]
  // Whether what stands in one text only goes on from the part before.
  let goesOn = false
  for (const { added, removed, count } of parts) {
    const known: TextDifference | undefined = goesOn ? differences.pop() : undefined
    goesOn = added || removed
    if (removed) differences.push({ before: spanOf(old, at, count), after: known?.after ?? null })
    else if (added) differences.push({ before: known?.before ?? null, after: spanOf(now, to, count) })
    else if (known) differences.push(known)
    if (!added) at += count
    if (!removed) to += count
  }
  return differences
}

interface Sentence {
  readonly start: number
  readonly end: number
  readonly words: string
}

function sentencesOf(text: string): Sentence[] {
  return splitSentences(text)
    .map(({ start, end }) => ({ start, end, words: text.slice(start, end).replace(/\s+/gu, ' ').trim() }))
    .filter(({ words }) => words !== '')
}

function spanOf(sentences: readonly Sentence[], from: number, count: number): TextDifference['before'] {
  const [first, last] = [sentences[from], sentences[from + count - 1]]
  return first && last ? { start: first.start, end: last.end } : null
}
