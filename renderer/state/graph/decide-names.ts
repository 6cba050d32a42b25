import type { DecisionRecord, GraphDecision } from '@shared/graph'
import type { NoticeKey } from '@renderer/locales/text-key'
import { call } from '../connection'
import { receiveGraph } from './graph-store'
import { attempt, notify } from '../window/notices'

const undoMs = 12_000

/** Follows a person's decision about entities; a notice offers to take it back. False where the engine refused it. */
export function decide(
  decision: GraphDecision,
  key: NoticeKey,
  values: Readonly<Record<string, string | number>> = {},
): Promise<boolean> {
  return attempt(async () => {
    const record = await follow(decision)
    const action = record ? ({ key: 'app:undo', run: () => void takeBack(record.id) } as const) : null
    notify({ key, values, lifeMs: undoMs, action })
  }, 'graph:decide.failed')
}

/** Undoes a decision, or a merge that rules made. */
async function takeBack(entry: string): Promise<void> {
  await attempt(async () => {
    await follow({ kind: 'undo', entry })
    notify({ key: 'graph:decide.undone' })
  }, 'graph:decide.failed')
}

/** The record of the decision; undefined where following it left none. */
async function follow(decision: GraphDecision): Promise<DecisionRecord | undefined> {
  const before = await call((client) => client.graph.decisions())
  receiveGraph(await call((client) => client.graph.decide(decision)))
  const known = new Set(before.map(({ id }) => id))
  const after = await call((client) => client.graph.decisions())
  return after.find(({ id }) => !known.has(id))
}
