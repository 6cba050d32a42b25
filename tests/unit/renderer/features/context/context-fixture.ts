import type { ContextBlock, Evidence } from '@shared/session/session-context'
import type { ContextEvidence, TurnContext } from '@shared/session/turn-context'

const text = 'The pump was replaced in 2021. It moves 40 litres a minute. 泵已更换。'

export function usedEvidence(
  id: string,
  more: Partial<Evidence> = {},
  anchor?: ContextEvidence['anchor'],
): ContextEvidence {
  const evidence: Evidence = {
    evidence_id: id,
    type: 'rag_doc',
    source: { kind: 'rag', name: `${id}.txt` },
    content: text,
    metadata: { document_id: `d_${id}`, start: 100, end: 100 + text.length, page: 3, heading_path: ['Pumps'] },
    ...more,
  }
  return { evidence, anchor: anchor ?? { state: 'exact', start: 100, end: 100 + text.length }, cited_as: [1] }
}

export function block(id: string, more: Partial<ContextBlock> = {}): ContextBlock {
  return { block_id: id, block_type: 'evidence', priority: 'high', token_estimate: 100, ...more }
}

export function turnContext(more: Partial<TurnContext> = {}): TurnContext {
  return {
    turn_id: 't',
    started_at: '2026-01-01T00:00:00.000Z',
    total_ms: 100,
    stages: [],
    blocks: [],
    prompt_tokens: null,
    token_budget: null,
    evidences: {},
    dropped: [],
    tool_calls: [],
    model_usage: [],
    choices: { pinned: [], excluded: [] },
    asked_with: { retrieval: null, search_anyway: false, embedder: null },
    ...more,
  }
}
