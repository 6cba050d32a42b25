import { resolveSelector } from '@shared/session/selector'
import type { BlockDecision, ContextBlock, ContextRef } from '@shared/session/session-context'
import type { ContextEvidence, TurnContext } from '@shared/session/turn-context'
import type { Span } from '@renderer/state/chat/turns/turn-passages'
import { type DocumentPlace, documentPlaceOf } from '../document-place'

/** Something recorded that a block stands for. */
export interface BlockSource {
  readonly evidenceId: string
  /** null where the record lacks it. */
  readonly used: ContextEvidence | null
  /** The passage's place in its document; null where it is not from a document. */
  readonly place: DocumentPlace | null
  /** null where the record lacks it, or it was taken out. */
  readonly text: string | null
  /** The part that the block is about, in order; empty where it is about all of the text. */
  readonly selected: readonly Span[]
  /** The part cannot be found in the text. */
  readonly lost: boolean
}

/** A block as a card shows it. */
export interface ShownBlock {
  readonly block: ContextBlock
  readonly action: BlockDecision['action']
  /** The block's own text; null where the block only refers to its sources. */
  readonly text: string | null
  readonly sources: readonly BlockSource[]
}

/** The blocks of a turn: those in the prompt in its order, then what was left out. */
export function shownBlocksOf({ blocks, evidences }: Pick<TurnContext, 'blocks' | 'evidences'>): ShownBlock[] {
  const shown = blocks.map((block): ShownBlock => {
    // The question's block refers to the question, which its own text says already.
    const refs = block.block_type === 'evidence' || block.content === undefined ? (block.refs ?? []) : []
    return {
      block,
      action: actionOf(block),
      text: block.content ?? null,
      sources: refs.map((ref) => sourceOf(ref, evidences)),
    }
  })
  return [...shown.filter(({ action }) => action !== 'cut'), ...shown.filter(({ action }) => action === 'cut')]
}

/** The decision about a block. Records of earlier versions only say why a block was left out. */
export function actionOf({ decision, cut_reason: why }: ContextBlock): BlockDecision['action'] {
  return decision?.action ?? (why === undefined ? 'kept' : 'cut')
}

function sourceOf({ evidence_id: id, selector }: ContextRef, evidences: TurnContext['evidences']): BlockSource {
  const used = Object.hasOwn(evidences, id) ? (evidences[id] ?? null) : null
  const text = used?.evidence.content ?? null
  const selected = text === null || selector === undefined ? [] : selectedOf(text, selector)
  return {
    evidenceId: id,
    used,
    place: used && documentPlaceOf(used),
    text,
    selected: selected ?? [],
    lost: selected === null,
  }
}

/** null where the selector cannot be read, or lies outside the text. */
function selectedOf(text: string, selector: string): Span[] | null {
  try {
    const spans = resolveSelector(text, selector).pieces.map(({ start, end }) => ({ start, end }))
    return spans.some(({ start, end }) => start === 0 && end === text.length) ? [] : spans
  } catch {
    return null
  }
}

/** A text in pieces, those that are selected told apart; together they are the text. */
export function selectedParts(
  text: string,
  selected: readonly Span[],
): { readonly text: string; readonly selected: boolean }[] {
  const parts: { text: string; selected: boolean }[] = []
  const add = (from: number, to: number, isSelected: boolean) => {
    if (from < to) parts.push({ text: text.slice(from, to), selected: isSelected })
  }
  let at = 0
  for (const { start, end } of selected) {
    add(at, start, false)
    add(Math.max(at, start), end, true)
    at = Math.max(at, end)
  }
  add(at, text.length, false)
  return parts
}
