import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BlockDecision, BlockReason, type ContextBlock } from '@shared/session/session-context'
import { decisionWording } from '@renderer/features/context/blocks/decision-text'
import { actionOf } from '@renderer/features/context/blocks/shown-blocks'
import { block } from '../context-fixture'

const folder = join(import.meta.dirname, '../../../../../../renderer/locales')

function textOf(language: string, key: string): unknown {
  const texts: unknown = JSON.parse(readFileSync(join(folder, language, 'context.json'), 'utf8'))
  return ['decision', ...key.split('.')].reduce<unknown>(
    (node, part) =>
      typeof node === 'object' && node !== null ? Object.entries(node).find(([k]) => k === part)?.[1] : '',
    texts,
  )
}

function wording(more: Partial<ContextBlock>, nameOf: (id: string) => string | null = () => null) {
  const shown = block('a', more)
  return decisionWording({ block: shown, action: actionOf(shown), text: null, sources: [] }, nameOf)
}

describe('the words of a decision', () => {
  const actions: BlockDecision['action'][] = ['kept', 'shortened', 'cut']
  const reasons = [undefined, ...BlockReason.options]
  const cases = actions.flatMap((action) => reasons.map((reason) => ({ action, reason })))

  // Would catch a reason added to the record that the window has no words for, and numbers without a value.
  it.each(cases)('$action, $reason: stand in both languages with a value for every place', ({ action, reason }) => {
    const { key, values } = wording({ decision: { action, ...(reason ? { reason } : {}) } })
    for (const language of ['en', 'zh']) {
      const text = textOf(language, key)
      expect(text, `${language} ${key}`).toEqual(expect.stringMatching(/\S/u))
      for (const [, name = ''] of String(text).matchAll(/\{\{(\w+)\}\}/gu)) expect(values).toHaveProperty(name)
    }
  })

  // Would catch a reason for leaving something out said as bare "left out".
  it.each(BlockReason.options.filter((reason) => reason !== 'pinned'))(
    'say why something was left out: %s',
    (reason) => {
      expect(wording({ decision: { action: 'cut', reason } }).key).not.toBe('cut.plain')
    },
  )

  it('have the numbers of the record', () => {
    const decision = { action: 'shortened', reason: 'over_budget', used: 3900, budget: 4000, full_tokens: 700 } as const
    expect(wording({ decision, token_estimate: 90 })).toMatchObject({
      key: 'shortened.over_budget',
      values: { left: 100, full: 700, tokens: 90, budget: 4000 },
    })
    // A record may say what no budget allows.
    expect(wording({ decision: { ...decision, used: 5000 } }).values['left']).toBe(0)
  })

  it('name the block that says the same, where it is known', () => {
    const decision = { action: 'cut', reason: 'duplicate', same_as: 'b' } as const
    expect(wording({ decision }, (id) => `Evidence ${id}`)).toMatchObject({
      key: 'cut.duplicate',
      values: { name: 'Evidence b' },
    })
    expect(wording({ decision }).key).toBe('cut.duplicateElsewhere')
  })

  it("are the record's own where it is older than its reasons", () => {
    expect(wording({ cut_reason: 'over budget' })).toMatchObject({
      key: 'cut.recorded',
      values: { recorded: 'over budget' },
    })
    expect(wording({}).key).toBe('kept.plain')
  })
})
