import type { Claim, Gap } from '@shared/research/claim-ledger'
import { analyse } from '@engine/text/analyse'
import { splitSentences } from '@engine/text/sentences/sentences'
import type { FoundForTask } from '../research-rooms'

/** Of each passage the sentence that has most words of the question, verbatim. */
export function simpleClaims({ task, question, evidence }: FoundForTask): { claims: Claim[]; gaps: Gap[] } {
  const asked = new Set(analyse(question))
  const claims = evidence.map((item): Claim => {
    const sentences = splitSentences(item.text).map(({ start, end }) => {
      const text = item.text.slice(start, end)
      return { start, end, text, shared: new Set(analyse(text).filter((term) => asked.has(term))).size }
    })
    const [best] = sentences.toSorted((a, b) => b.shared - a.shared)
    const { start, end, text, shared } = best ?? { start: 0, end: item.text.length, text: item.text, shared: 0 }
    const source = { evidence_id: item.evidence_id, document_id: item.document_id, selector: `chars:${start}-${end}` }
    return {
      id: `${task.id}_${item.number}`,
      task_id: task.id,
      text,
      wording: 'quoted',
      for: [source],
      against: [],
      date: null,
      confidence: asked.size === 0 ? 0 : Math.min(1, shared / asked.size),
    }
  })
  return { claims, gaps: claims.length > 0 ? [] : [{ task_id: task.id, missing: task.description }] }
}
