import { describe, expect, it } from 'vitest'
import { beginTurn } from '@renderer/state/chat/turns/turn-reducer'
import { placesOf, shownVersion } from '@renderer/state/chat/turns/turn-versions'

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

  // Would catch a version of an old question that jumps up the list when the question is read.
  it('leaves out a version whose original is still to be read', () => {
    const turns = [turn('b'), turn('a2', 'a'), turn('a3', 'a2'), turn('b2', 'b')]
    expect(placesOf(turns, false).map(({ id, versions }) => [id, versions.length])).toEqual([['b', 2]])
  })

  it('does not hang on turns that replace each other', () => {
    expect(shape([turn('a', 'b'), turn('b', 'a')]).flatMap(([, ids]) => ids)).toHaveLength(2)
  })
})

describe('shownVersion', () => {
  it('is the chosen one, or the newest where none of this place is chosen', () => {
    const [place] = placesOf([turn('a'), turn('a2', 'a')])
    if (!place) throw new Error('No place.')
    expect(shownVersion(place, 'a')?.turn_id).toBe('a')
    expect(shownVersion(place, 'gone')?.turn_id).toBe('a2')
    expect(shownVersion(place, undefined)?.turn_id).toBe('a2')
  })
})
