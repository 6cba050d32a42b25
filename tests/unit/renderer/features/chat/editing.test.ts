import { describe, expect, it } from 'vitest'
import { startEditing, stopEditing, useEditing, writeEdit } from '../../../../../renderer/features/chat/editing'

describe('editing a question', () => {
  it('keeps its text while the turn is off the screen, and does not begin anew', () => {
    const turn = { turn_id: 't_1', question: 'How deep?' }
    startEditing(turn)
    writeEdit('How deep is the lake?')
    startEditing(turn)
    expect(useEditing.getState()).toEqual({ turnId: 't_1', text: 'How deep is the lake?' })
    stopEditing()
    startEditing(turn)
    expect(useEditing.getState().text).toBe('How deep?')
  })
})
