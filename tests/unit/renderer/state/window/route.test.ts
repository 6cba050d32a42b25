import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRoute, type Route, writeRoute } from '@renderer/state/window/route'

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)
const entityId = fc.stringMatching(/^n_[0-9a-f]{16}$/)
const nowhere: Route = {
  ...{ view: 'chat', sessionId: null, runId: null, notebookId: null, setId: null, evaluation: null },
  ...{ document: null, entity: null, focus: null },
}
const range = fc
  .tuple(fc.nat(999_999), fc.integer({ min: 1, max: 9999 }))
  .map(([start, length]) => ({ start, end: start + length }))

describe('route', () => {
  it('reads back what it wrote, so that a reload comes back to the same place', () => {
    const route: fc.Arbitrary<Route> = fc.record({
      view: fc.constantFrom('chat' as const, 'library' as const, 'models' as const, 'settings' as const),
      sessionId: fc.constant(null),
      runId: fc.constant(null),
      notebookId: fc.constant(null),
      setId: fc.constant(null),
      evaluation: fc.constant(null),
      document: fc.option(fc.record({ id, range: fc.option(range) })),
      entity: fc.constant(null),
      focus: fc.constant(null),
    })
    fc.assert(
      fc.property(route, (one) => {
        expect(parseRoute(writeRoute(one))).toEqual(one)
      }),
    )
    fc.assert(
      fc.property(id, (sessionId) => {
        const one: Route = { ...nowhere, sessionId }
        expect(parseRoute(writeRoute(one))).toEqual(one)
        const notes: Route = { ...nowhere, view: 'notes', notebookId: sessionId }
        expect(parseRoute(writeRoute(notes))).toEqual(notes)
        const research: Route = { ...nowhere, view: 'research', runId: sessionId }
        expect(parseRoute(writeRoute(research))).toEqual(research)
        const runs = { run: sessionId, with: null }
        for (const evaluation of [null, runs, { ...runs, with: 'v_2' }]) {
          const set: Route = { ...nowhere, view: 'evaluation', setId: sessionId, evaluation }
          expect(parseRoute(writeRoute(set))).toEqual(set)
        }
      }),
    )
  })

  it('takes any address for a new chat at worst', () => {
    fc.assert(
      fc.property(fc.string(), (hash) => {
        const route = parseRoute(`#${hash}`)
        expect(route.sessionId ?? 'x').toMatch(/^[A-Za-z0-9_-]+$/)
        if (route.document?.range) expect(route.document.range.start).toBeLessThan(route.document.range.end)
      }),
    )
    expect(parseRoute('#/chat/../../etc?doc=<script>&at=9-2')).toEqual(nowhere)
  })

  // Would catch a reload of the graph that forgets the entity, the surroundings or the document that was open.
  it('keeps the entity, its surroundings and the open document of the graph', () => {
    const graph = fc.record({
      entity: fc.option(entityId),
      focus: fc.option(fc.record({ id: entityId, depth: fc.constantFrom(1 as const, 2 as const, 3 as const) })),
      document: fc.option(fc.record({ id, range: fc.option(range) })),
    })
    fc.assert(
      fc.property(graph, (parts) => {
        const one: Route = { ...nowhere, view: 'graph', ...parts }
        expect(parseRoute(writeRoute(one))).toEqual(one)
      }),
    )
    expect(parseRoute('#/graph/n_zz?focus=n_1&depth=9')).toEqual({ ...nowhere, view: 'graph' })
  })
})
