import { UsageError } from '../../args'
import { type Client, type Context, exitCode } from '../../command'
import { printable, printableLine } from '../../print/printable'
import { documentOf } from './search-filter'

type Change = Parameters<Client['documents']['update']>[0]
type Action = (context: Context, operands: readonly string[]) => Promise<number>

/** What can be done with documents by name, beside listing them: read one, give it a title, move and tag several. */
export const changeActions: Readonly<Record<string, Action>> = {
  text,
  title: async (context, [document, ...words]) => {
    const title = words.join(' ').trim()
    if (document === undefined || title === '') throw new UsageError('whatTitle', {}, 'documents')
    return change(context, [document], { title })
  },
  move: (context, [collection, ...documents]) => change(context, documents, { collection: wanted(collection) }),
  tag: (context, [tag, ...documents]) => change(context, documents, { add_tags: [wanted(tag)] }),
  untag: (context, [tag, ...documents]) => change(context, documents, { remove_tags: [wanted(tag)] }),
}

function wanted(name: string | undefined): string {
  if (name === undefined) throw new UsageError('whatChange', {}, 'documents')
  return name
}

async function change(context: Context, names: readonly string[], fields: Omit<Change, 'ids'>): Promise<number> {
  const { out, say } = context
  if (names.length === 0) throw new UsageError('whatChange', {}, 'documents')
  const client = await context.client()
  const all = await client.documents.list({})
  // All or nothing: a misspelt name among several changes none of them.
  const chosen = names.map((name) => documentOf(name, all, context, 'documents'))
  const changed = await client.documents.update({ ids: chosen.map(({ id }) => id), ...fields })
  for (const { name } of changed) out.line(say('documentChanged', { name: printableLine(name) }))
  return changed.length === chosen.length ? exitCode.fine : exitCode.failed
}

/** The extracted text, as answers quote it. */
async function text(context: Context, [name]: readonly string[]): Promise<number> {
  const { out } = context
  if (name === undefined) throw new UsageError('whatChange', {}, 'documents')
  const client = await context.client()
  const { id } = documentOf(name, await client.documents.list({}), context, 'documents')
  const content = await client.documents.content({ id })
  out.write(out.isTTY ? printable(content.text) : content.text)
  if (!content.text.endsWith('\n')) out.line()
  return exitCode.fine
}
