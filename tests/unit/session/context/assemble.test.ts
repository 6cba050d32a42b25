import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContextBlock } from '@shared/session/session-context'
import { estimatedTokens } from '@engine/inference/built-in/measured-tokens'
import { assembleBlocks, type AssembleOptions, type Candidate } from '@engine/session/context/assemble'

/** One token a character, so that sizes can be read off. */
const letters = { id: 'letters', count: (text: string) => text.length }
const now = Date.parse('2026-01-01T00:00:00Z')

const block = (
  id: string,
  priority: ContextBlock['priority'],
  text: string | null,
  more: Partial<ContextBlock> = {},
): Candidate => ({ block: { block_id: id, block_type: 'evidence', priority, ...more }, text })

const assemble = (candidates: readonly Candidate[], budget: number, more: Partial<AssembleOptions> = {}) =>
  assembleBlocks(candidates, { budget, tokens: letters, now, ...more })

const kept = (blocks: readonly ContextBlock[]) =>
  blocks.filter(({ decision }) => decision?.action !== 'cut').map(({ block_id }) => block_id)
const decisionOf = (blocks: readonly ContextBlock[], id: string) =>
  blocks.find(({ block_id }) => block_id === id)?.decision

describe('assembling blocks under a budget', () => {
  test('must goes in first, then by priority; every block says what was decided', () => {
    const blocks = assemble(
      [
        block('low', 'low', 'l'.repeat(50)),
        block('must', 'must', 'm'.repeat(900)),
        block('high', 'high', 'h'.repeat(80)),
        block('medium', 'medium', 'n'.repeat(80)),
      ],
      1000,
    )
    expect(kept(blocks)).toEqual(['high', 'must'])
    expect(decisionOf(blocks, 'medium')).toEqual({
      action: 'cut',
      reason: 'over_budget',
      used: 980,
      budget: 1000,
      full_tokens: 80,
    })
    expect(blocks.every(({ decision }) => decision !== undefined)).toBe(true)
  })

  test('of one priority the more relevant goes in', () => {
    const blocks = assemble(
      [block('a', 'high', 'a'.repeat(60), { relevance: 0.2 }), block('b', 'high', 'b'.repeat(60), { relevance: 0.9 })],
      100,
    )
    expect(kept(blocks)).toEqual(['b'])
  })

  test('the same content goes in once, and the other says where it is', () => {
    const blocks = assemble([block('a', 'high', 'the  same'), block('b', 'low', 'the same')], 100)
    expect(decisionOf(blocks, 'b')).toMatchObject({ action: 'cut', reason: 'duplicate', same_as: 'a' })
  })

  test('what outlived its ttl stays out, unless it must be in', () => {
    const old = { at: '2025-12-31T23:00:00Z', ttl: 60 }
    const blocks = assemble(
      [
        block('old', 'high', 'old', old),
        block('must', 'must', 'kept', old),
        block('fresh', 'high', 'fresh', { at: '2025-12-31T23:59:30Z', ttl: 60 }),
        block('undated', 'high', 'undated', { ttl: 1 }),
      ],
      100,
    )
    expect(decisionOf(blocks, 'old')).toMatchObject({ action: 'cut', reason: 'expired' })
    expect(kept(blocks)).toEqual(['fresh', 'must', 'undated'])
  })

  test('what rests on excluded evidence alone stays out, pinned or not', () => {
    const blocks = assemble(
      [
        block('a', 'must', 'a', { refs: [{ evidence_id: 'x' }] }),
        block('b', 'high', 'b', { refs: [{ evidence_id: 'x' }, { evidence_id: 'y' }] }),
      ],
      100,
      { excluded: new Set(['x']) },
    )
    expect(decisionOf(blocks, 'a')).toMatchObject({ action: 'cut', reason: 'excluded' })
    expect(kept(blocks)).toEqual(['b'])
  })

  test('a block that does not fit is shortened at the end of a sentence, and its reference says how far', () => {
    const text = 'The first sentence has fifty characters, more or so. The second one does not fit any more at all.'
    const blocks = assemble([block('a', 'high', text, { refs: [{ evidence_id: 'x' }] })], 60)
    const [shortened] = blocks
    expect(shortened?.decision).toMatchObject({ action: 'shortened', reason: 'over_budget', full_tokens: text.length })
    expect(shortened?.refs).toEqual([{ evidence_id: 'x', selector: `chars:0-${text.indexOf(' The second')}` }])
    expect(shortened?.token_estimate).toBe(text.indexOf(' The second'))
  })

  test('what refers to nothing says so', () => {
    expect(assemble([block('a', 'must', null)], 10)[0]?.decision).toMatchObject({ reason: 'evidence_gone' })
  })

  const anyBlock = fc.record({
    priority: fc.constantFrom('must', 'high', 'medium', 'low'),
    text: fc.oneof(
      fc.string({ maxLength: 80, unit: 'grapheme' }),
      fc.constantFrom('一段中文。第二句话在这里。', 'One. Two. Three.'),
    ),
    relevance: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    ttl: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  })
  const someBlocks = fc.array(anyBlock, { maxLength: 12 }).map((all) =>
    all.map(({ priority, text, relevance, ttl }, at) =>
      block(`b${String(at).padStart(2, '0')}`, priority, text, {
        at: '2025-12-31T23:59:00Z',
        ...(relevance === undefined ? {} : { relevance }),
        ...(ttl === undefined ? {} : { ttl }),
      }),
    ),
  )

  test('never exceeds the budget, and keeps every must that fits', () => {
    fc.assert(
      fc.property(someBlocks, fc.integer({ min: 0, max: 300 }), (candidates, budget) => {
        const blocks = assembleBlocks(candidates, { budget, tokens: estimatedTokens, now })
        const inside = blocks.filter(({ decision }) => decision?.action !== 'cut')
        const used = inside.reduce((sum, { token_estimate: size = 0 }) => sum + size, 0)
        expect(used).toBeLessThanOrEqual(budget)
        const musts = candidates.filter(({ block: { priority } }) => priority === 'must')
        const size = musts.reduce((sum, { text }) => sum + estimatedTokens.count(text ?? ''), 0)
        if (size > budget) return
        for (const { block: must } of musts) expect(decisionOf(blocks, must.block_id)?.action).toBe('kept')
      }),
    )
  })

  test('a must that is too large takes nothing from those that fit', () => {
    const blocks = assemble(
      [
        block('a', 'must', 'A long sentence of the pinned passage. '.repeat(20), { relevance: 1 }),
        block('b', 'must', 'The instruction.', { relevance: 0.5 }),
        block('c', 'must', 'The question?', { relevance: 0.4 }),
      ],
      120,
    )
    expect([decisionOf(blocks, 'b')?.action, decisionOf(blocks, 'c')?.action]).toEqual(['kept', 'kept'])
    expect(decisionOf(blocks, 'a')).toMatchObject({ action: 'shortened', reason: 'must_too_large' })
  })

  test('does not depend on the order in which blocks come', () => {
    fc.assert(
      fc.property(
        someBlocks.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        fc.integer({ min: 0, max: 300 }),
        ([all, shuffled], budget) => {
          const options = { budget, tokens: estimatedTokens, now }
          expect(assembleBlocks(shuffled, options)).toEqual(assembleBlocks(all, options))
        },
      ),
    )
  })
})
