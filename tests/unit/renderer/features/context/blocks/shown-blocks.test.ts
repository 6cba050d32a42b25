import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectedParts, shownBlocksOf } from '@renderer/features/context/blocks/shown-blocks'
import { block, turnContext, usedEvidence } from '../context-fixture'

const evidences = { e1: usedEvidence('e1') }

describe('the blocks of a turn', () => {
  // Would catch sorting by anything but the prompt's order, and records of earlier versions taken for kept.
  it('stand in the order of the prompt, what was left out behind', () => {
    const blocks = [
      block('a', { decision: { action: 'cut', reason: 'expired' } }),
      block('b', { decision: { action: 'shortened', reason: 'over_budget' } }),
      block('c', { cut_reason: 'over the budget' }),
      block('d'),
    ]
    const shown = shownBlocksOf(turnContext({ blocks }))
    expect(shown.map(({ block: { block_id: id }, action }) => [id, action])).toEqual([
      ['b', 'shortened'],
      ['d', 'kept'],
      ['a', 'cut'],
      ['c', 'cut'],
    ])
  })

  // Would catch a preview of the whole evidence coloured as if something had been chosen.
  it.each([
    [undefined, [], false],
    ['chars:4-8', [{ start: 4, end: 8 }], false],
    ['lines:1', [], false],
    ['chars:9-999', [], true],
    ['nonsense', [], true],
  ])('select by %s', (selector, selected, lost) => {
    const ref = { evidence_id: 'e1', ...(selector === undefined ? {} : { selector }) }
    const [shown] = shownBlocksOf(turnContext({ blocks: [block('a', { refs: [ref] })], evidences }))
    expect(shown?.sources).toMatchObject([{ evidenceId: 'e1', selected, lost, place: { page: 3 } }])
  })

  // Would catch a name of the prototype read as evidence, and a crash where the record has a hole.
  it('say which evidence the record lacks or was taken out of it', () => {
    const used = { e2: usedEvidence('e2', { content: undefined, redacted: true }) }
    const refs = [{ evidence_id: 'constructor' }, { evidence_id: 'e2', selector: 'chars:1-2' }]
    const [shown] = shownBlocksOf(turnContext({ blocks: [block('a', { refs })], evidences: used }))
    expect(shown?.sources.map(({ used: found, text, lost }) => [found !== null, text, lost])).toEqual([
      [false, null, false],
      [true, null, false],
    ])
  })

  it('of the question are its words once, not again as its source', () => {
    const question = block('q', { block_type: 'conversation', content: 'Why?', refs: [{ evidence_id: 'e1' }] })
    expect(shownBlocksOf(turnContext({ blocks: [question], evidences }))[0]).toMatchObject({
      text: 'Why?',
      sources: [],
    })
  })
})

describe('the pieces of a text', () => {
  it('are the text, whatever is selected of it', () => {
    const spans = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 4 })
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), spans, (text, ends) => {
        const selected = ends
          .map(([a, b]) => ({ start: Math.min(a, b, text.length), end: Math.min(Math.max(a, b), text.length) }))
          .sort((a, b) => a.start - b.start)
        expect(
          selectedParts(text, selected)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })

  it('tell what is selected', () => {
    expect(selectedParts('abcdef', [{ start: 1, end: 3 }])).toEqual([
      { text: 'a', selected: false },
      { text: 'bc', selected: true },
      { text: 'def', selected: false },
    ])
  })
})
