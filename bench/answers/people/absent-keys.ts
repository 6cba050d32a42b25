import type { Engine } from '@engine/ports/engine-interface'
import type { PeopleQuestion } from './people-questions'
import { folded } from './prompt-evidence'

/**
 * Ids of questions whose key has a group that stands in no document that can be searched: no prompt can hold it, so that they say
 * something of the library and nothing of the search.
 */
export async function withAbsentKey(questions: readonly PeopleQuestion[], engine: Engine): Promise<string[]> {
  let open = questions.flatMap(({ id, key }) => key.map((group) => ({ id, texts: group.map(folded) })))
  for (const { id } of engine.listDocuments({ statuses: ['ready', 'partial'] })) {
    if (open.length === 0) break
    const text = folded((await engine.readDocument(id)).text)
    open = open.filter(({ texts }) => !texts.some((wanted) => text.includes(wanted)))
  }
  return [...new Set(open.map(({ id }) => id))]
}
