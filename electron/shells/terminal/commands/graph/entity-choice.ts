import { type EntityHead, EntityId } from '@shared/graph'
import { CairnError } from '@shared/errors'
import { UsageError } from '../../args'
import type { Client, Context } from '../../command'
import { printableLine } from '../../print/printable'

/** The id of an entity: the operand where it is an id, or else that of the entity whose name matches best. */
export async function idOf(name: string, { say }: Context, client: Client): Promise<string> {
  if (EntityId.safeParse(name).success) return name
  const [hit] = await client.graph.search({ text: name, limit: 1 })
  if (hit) return hit.id
  throw new CairnError('NOT_FOUND', say('noEntity', { name: printableLine(name) }))
}

/** What kind of thing it is, in words; empty where nobody knows. */
export function typeOf({ type }: Pick<EntityHead, 'type'>, { say }: Context): string {
  return type === null ? '' : say(`type_${type}`)
}

/** An operand that is missing. */
export function missing(what: 'whatGraphName' | 'whatGraphNames', { say }: Context): UsageError {
  return new UsageError('missingOperand', { command: 'graph', what: say(what) }, 'graph')
}
