import type { DecisionRecord, GraphDecision } from '@shared/graph'
import type { NoticeKey } from '@renderer/locales/text-key'
import { call } from '../connection'
import { receiveGraph } from './graph-store'
import { notify, notifyError } from '../window/notices'

const undoMs = 12_000

/** Follows a person's decision about entities; a notice offers to take it back. False where the engine refused it. */
export async function decide(
  decision: GraphDecision,
  key: NoticeKey,
  values: Readonly<Record<string, string | number>> = {},
): Promise<boolean> {
  try {
    const record = await follow(decision)
    notify({
      key,
      values,
      lifeMs: undoMs,
      action: record ? { key: 'app:undo', run: () => void takeBack(record.id) } : null,
    })
    return true
  } catch (thrown) {
    notifyError(thrown, 'graph:decide.failed')
    return false
  }
}

/** Undoes a decision, or a merge that rules made. */
async function takeBack(entry: string): Promise<void> {
  try {
    await follow({ kind: 'undo', entry })
    notify({ key: 'graph:decide.undone' })
  } catch (thrown) {
    notifyError(thrown, 'graph:decide.failed')
  }
}

/** The record of the decision; undefined where following it left none. */
async function follow(decision: GraphDecision): Promise<DecisionRecord | undefined> {
  const before = await call((client) => client.graph.decisions())
  receiveGraph(await call((client) => client.graph.decide(decision)))
  const known = new Set(before.map(({ id }) => id))
  const after = await call((client) => client.graph.decisions())
  return after.find(({ id }) => !known.has(id))
}
