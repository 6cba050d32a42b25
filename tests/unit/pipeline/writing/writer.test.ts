import { describe, expect, test } from 'vitest'
import type { ContextBlock } from '@shared/session/session-context'
import { notAsked } from '@engine/pipeline/writing/writer'

const writer = { id: 'gguf:m', name: 'M' }
const block: ContextBlock = { block_id: 'b', block_type: 'instruction', priority: 'must' }
const keys = (notes: ReturnType<typeof notAsked>) => notes.map(({ key }) => key)

describe('a model that is not asked', () => {
  // Catches a quoted answer that says nothing of the model that was chosen and ready.
  test('is said to be, and why', () => {
    expect(keys(notAsked(writer, { blocks: [], writer: null }))).toEqual(['model_prompt_late', 'quoted_instead'])
    expect(keys(notAsked(writer, { blocks: [block], writer: null }))[0]).toBe('model_context_small')
  })

  test('is nothing to speak of where one is asked, or none was to be', () => {
    expect(notAsked(writer, { blocks: [block], writer })).toEqual([])
    expect(notAsked(null, { blocks: [], writer: null })).toEqual([])
  })
})
