import { highlightOf, noteOfSelection } from '@shared/research/note-of-selection'
import { UsageError } from '../../args'
import { type Client, exitCode, type Command, type Context } from '../../command'
import { printableLine, printedAsJson } from '../../print/printable'
import { documentOf } from './search-filter'

/** What people have marked in a document, and a passage of it marked by its words. */
export const highlights: Command = {
  name: 'highlights',
  usage: '<document> | add <document> <words…> | remove <document> <highlight> [--json]',
  about: 'aboutHighlights',
  options: ['json'],
  needs: 'whatDocument',
  maxOperands: Infinity,
  async run(context) {
    const [first = '', ...rest] = context.args.operands
    const client = await context.client()
    if (first === 'add' && rest.length > 0) return add(context, client, rest)
    if (first === 'remove' && rest.length > 0) return remove(context, client, rest)
    if (rest.length > 0) {
      throw new UsageError('tooManyOperands', { command: 'highlights', value: rest[0] ?? '' }, 'highlights')
    }
    return list(context, client, first)
  },
}

async function chosen(context: Context, client: Client, name: string) {
  const all = await client.documents.list({})
  return documentOf(name, all, context, 'highlights')
}

async function list(context: Context, client: Client, name: string): Promise<number> {
  const { out, err, say } = context
  const document = await chosen(context, client, name)
  const notebook = await client.notes.of_document({ document_id: document.id })
  const items = notebook?.items ?? []
  if (printedAsJson(context, items)) return exitCode.fine
  if (items.length === 0) err.line(say('noHighlights', { name: printableLine(document.name) }))
  for (const { id, text, comment } of items) {
    out.line(`${id}  ${printableLine(text)}${comment === undefined ? '' : ` — ${printableLine(comment)}`}`)
  }
  return exitCode.fine
}

/** The words as they stand in the document, whatever its lines; where they come first. */
async function add(context: Context, client: Client, [name = '', ...words]: readonly string[]): Promise<number> {
  const { out, err, say } = context
  const text = words.join(' ').trim()
  if (text === '')
    throw new UsageError('missingOperand', { command: 'highlights add', what: say('whatWords') }, 'highlights')
  const { id, name: called } = await chosen(context, client, name)
  const { text: whole, structure } = await client.documents.content({ id })
  const document = { id, name: called, text: whole, structure }
  const highlight = highlightOf(document, noteOfSelection(document, { text, page: null, near: null }))
  if (!highlight) {
    err.line(say('error', { message: say('wordsNotThere', { name: printableLine(document.name) }) }))
    return exitCode.failed
  }
  const item = await client.notes.highlight(highlight)
  if (!printedAsJson(context, item)) out.line(say('highlighted', { id: item.id, text: printableLine(item.text) }))
  return exitCode.fine
}

async function remove(context: Context, client: Client, [name = '', item = '']: readonly string[]): Promise<number> {
  const { out, err, say } = context
  const document = await chosen(context, client, name)
  const notebook = await client.notes.of_document({ document_id: document.id })
  if (!notebook?.items.some(({ id }) => id === item)) {
    err.line(say('error', { message: say('noHighlight', { id: printableLine(item) }) }))
    return exitCode.failed
  }
  await client.notes.remove({ id: notebook.id, item_id: item })
  out.line(say('highlightRemoved', { name: printableLine(document.name) }))
  return exitCode.fine
}
