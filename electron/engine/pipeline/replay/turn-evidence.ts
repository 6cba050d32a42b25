import { CairnError } from '@shared/errors'
import { resolveSelector } from '@shared/session/selector'
import type { ContextBlock, ContextRef, Evidence, SessionContext } from '@shared/session/session-context'
import type { RecordedTurn } from '@engine/session/history/recorded-turn'

/** A piece of evidence that a turn found, was shown or was told to leave out. */
export interface TurnEvidence {
  readonly evidence: Evidence
  /** All of its text, whether or not the prompt had it. */
  readonly content: string
  /** Its place among the turn's evidence, from 1. */
  readonly rank: number
  /** The parts of the evidence that were in the prompt, one for each block that shows some. */
  readonly shown: readonly Shown[]
  /** The block that leaves the evidence out, and why, where no part of it was in the prompt. */
  readonly leftOut: LeftOut
}

export interface LeftOut {
  readonly blockId: string | null
  /** The block's reason; `cut` where the record has no reason. */
  readonly by: string
}

/** Part of an evidence's text in the prompt; of the rest, `by` says why it is not. */
export interface Shown extends LeftOut {
  readonly text: string
  /** 0-based half-open UTF-16 offsets in the evidence's content. */
  readonly start: number
  readonly end: number
}

/** Why something is not in the prompt where the record gives no reason. */
const unexplained = 'cut'

/** The evidence of a turn whose text is in the record: what it found, then what its prompt and its user named. */
export function evidenceOfTurn({ trace }: RecordedTurn, context: SessionContext): TurnEvidence[] {
  const blocks = context.context_blocks.filter(({ turn_id: id }) => id === trace.turn_id)
  const refs = blocks
    .filter(({ block_type: type }) => type === 'evidence')
    .flatMap((block) => (block.refs ?? []).map((ref) => ({ block, ref })))
  const excluded = new Set(trace.choices?.excluded)
  const named = [...(trace.found ?? []), ...trace.evidence, ...refs.map(({ ref }) => ref)]
  const ids = new Set([...named.map(({ evidence_id: id }) => id), ...excluded])
  return [...ids].flatMap((id, at): TurnEvidence[] => {
    const evidence = Object.hasOwn(context.evidences, id) ? context.evidences[id] : undefined
    const content = evidence?.content
    if (!evidence || !content) return []
    const own = refs.filter(({ ref }) => ref.evidence_id === id)
    // Without a prompt, which failed or was late, the answer was composed from the passages themselves.
    const shown = blocks.length > 0 ? own.flatMap((one) => shownBy(one, content)) : readOf(id, content, trace)
    const [first] = own
    const by = first ? reasonOf(first.block) : excluded.has(id) ? 'excluded' : unexplained
    return [{ evidence, content, rank: at + 1, shown, leftOut: { blockId: first?.block.block_id ?? null, by } }]
  })
}

interface BlockRef {
  readonly block: ContextBlock
  readonly ref: ContextRef
}

function shownBy({ block, ref: { selector } }: BlockRef, content: string): Shown[] {
  if (block.decision?.action === 'cut') return []
  const { block_id: blockId } = block
  const by = reasonOf(block)
  return piecesOf(content, selector).map((piece) => ({ ...piece, blockId, by }))
}

function piecesOf(content: string, selector: string | undefined): Pick<Shown, 'text' | 'start' | 'end'>[] {
  const whole = { text: content, start: 0, end: content.length }
  if (selector === undefined) return [whole]
  try {
    const { pieces, text } = resolveSelector(content, selector)
    const [first, last] = [pieces.at(0), pieces.at(-1)]
    return first && last ? [{ text, start: first.start, end: last.end }] : []
  } catch (thrown) {
    // The selector of another application: the block was in the prompt, and no more is known.
    if (thrown instanceof CairnError) return [whole]
    throw thrown
  }
}

/** How far an answer without a prompt read the evidence. */
function readOf(id: string, content: string, { basis, evidence }: RecordedTurn['trace']): Shown[] {
  const isShown = evidence.some((one) => one.evidence_id === id)
  const read = basis?.passages.find(({ evidence_id }) => evidence_id === id)
  const length = read?.length ?? (!basis && isShown ? content.length : 0)
  const text = content.slice(0, length)
  return text === '' ? [] : [{ blockId: null, text, start: 0, end: text.length, by: unexplained }]
}

function reasonOf({ decision }: ContextBlock): string {
  // `pinned` is why a block was kept, not why it was cut.
  const reason = decision?.reason === 'pinned' ? undefined : decision?.reason
  return reason ?? unexplained
}
