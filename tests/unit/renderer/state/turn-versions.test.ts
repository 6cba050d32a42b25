import { describe, expect, it } from 'vitest'
import { beginTurn } from '../../../../renderer/state/turn'
import { placesOf } from '../../../../renderer/state/turn-versions'

const turn = (id: string, replaces: string | null = null) =>
  beginTurn({ session_id: 's', turn_id: id, question: id, filter: null, replaces, asked_at: '' })

const shape = (turns: ReturnType<typeof turn>[]) =>
  placesOf(turns).map(({ id, versions }) => [id, versions.map(({ turn_id }) => turn_id)])

describe('placesOf', () => {
  it('puts a version where the question it replaces stands, also a version of a version', () => {
    const turns = [turn('a'), turn('b'), turn('a2', 'a'), turn('a3', 'a2'), turn('c')]
    expect(shape(turns)).toEqual([
      ['a', ['a', 'a2', 'a3']],
      ['b', ['b']],
      ['c', ['c']],
    ])
  })

  it('shows a version whose original is not there in a place of its own', () => {
    expect(shape([turn('b2', 'gone')])).toEqual([['b2', ['b2']]])
  })

  it('does not hang on turns that replace each other', () => {
    expect(shape([turn('a', 'b'), turn('b', 'a')]).flatMap(([, ids]) => ids)).toHaveLength(2)
  })
})
