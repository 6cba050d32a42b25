import { describe, expect, test } from 'vitest'
import { TurnContext } from '@shared/session/turn-context'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { turnContextNamed, turnNamed } from '../../../../../fakes/fake-records'
import { terminal } from '../../terminal'

const evidence = {
  evidence_id: 'e1',
  type: 'rag_doc' as const,
  source: { kind: 'rag' as const, name: 'Weir \u001b[31mlog' },
  content: 'Forty centimetres.',
}

const full = turnContextNamed('t2', {
  blocks: [
    { block_id: 'b1', block_type: 'instruction', priority: 'must', token_estimate: 80, content: 'Answer from these.' },
    {
      block_id: 'b2',
      block_type: 'evidence',
      priority: 'high',
      token_estimate: 64,
      refs: [{ evidence_id: 'e1' }],
      decision: { action: 'shortened', reason: 'over_budget', used: 936, budget: 1000, full_tokens: 120 },
    },
    {
      block_id: 'b3',
      block_type: 'memory',
      priority: 'low',
      token_estimate: 30,
      content: 'Before: weirs',
      decision: { action: 'cut', reason: 'duplicate', same_as: 'b2' },
    },
    { block_id: 'b4', block_type: 'plan', priority: 'medium', content: 'x', cut_reason: 'No room.' },
  ],
  prompt_tokens: 144,
  token_budget: 1000,
  evidences: { e1: { evidence, anchor: { state: 'exact', start: 0, end: 18 }, cited_as: [1] } },
  tool_calls: [
    {
      tool_call_id: 't2-retrieval',
      tool: 'retrieval',
      type: 'tool',
      called_at: '2026-01-01T00:00:00Z',
      args_digest: {},
      status: 'success',
      duration_ms: 12.4,
      result_evidence_ids: ['e1'],
    },
  ],
  model_usage: [
    {
      model_usage_id: 't2-answer',
      stage: 'answer',
      provider: 'cairn',
      model: 'quotes',
      params: {},
      prompt_tokens: 144,
      completion_tokens: 31,
      total_tokens: 175,
      latency_ms: 7,
      status: 'success',
      error: '',
    },
  ],
})

function engineWith(...contexts: TurnContext[]): FakeEngine {
  return Object.assign(new FakeEngine(), { contexts, turnViews: contexts.map((one) => turnNamed(one.turn_id)) })
}

describe('context', () => {
  test('lists the blocks of the last turn with what was decided and why, then the calls', async () => {
    const { code, out } = await terminal(engineWith(turnContextNamed('t1'), full)).run('context', 's1')
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'Decision   Type         Priority  Tokens  Block               Why',
      'kept       instruction  must          80  Answer from these.',
      'shortened  evidence     high      64/120  Weir [31mlog        no room for all of it in the token budget · 64 of 1000 tokens were left',
      'cut        memory       low           30  Before: weirs       another block says the same',
      'cut        plan         medium            x                   No room.',
      'Prompt: 144 of 1000 tokens.',
      '',
      'Tool call  State  ms  Results',
      'retrieval  done   12        1',
      '',
      'Model call    For     State  ms  Read  Written',
      'cairn/quotes  answer  done    7   144       31',
      '',
    ])
  })

  test('speaks Chinese', async () => {
    const { out } = await terminal(engineWith(full)).run('context', 's1', '--lang', 'zh')
    expect(out).toMatch(/^截短 +依据 +高 +64\/120 .+ token 预算放不下全文 · 1000 个 token 中只剩 64$/mu)
    expect(out).toContain('提示词：144 / 1000 个 token。')
  })

  test('--turn chooses a turn, --json prints the whole of it', async () => {
    const engine = engineWith(full, turnContextNamed('t3'))
    expect((await terminal(engine).run('context', 's1')).out).toBe('No prompt is recorded for this answer.\n')
    const { out } = await terminal(engine).run('context', 's1', '--turn', 't2', '--json')
    expect(TurnContext.parse(JSON.parse(out))).toEqual(full)
    expect((await terminal(engine).run('context', 's1', '--turn', 'gone')).code).toBe(1)
  })

  test('a session without answers is exit 1', async () => {
    const { code, out, err } = await terminal().run('context', 's1')
    expect([code, out, err]).toEqual([1, '', 'Nothing has been answered in this session yet.\n'])
    expect((await terminal().run('context', 'gone')).code).toBe(1)
  })
})
