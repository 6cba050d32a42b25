import type { NotebookHeader } from '@shared/research/notebook-shapes'
import { UsageError } from '../../args'
import { type Client, type Context, exitCode } from '../../command'
import { printableLine, printedAsJson } from '../../print/printable'

interface Notebooks {
  readonly client: Client
  readonly list: readonly NotebookHeader[]
}

type Action = (context: Context, operands: readonly string[], notebooks: Notebooks) => Promise<number>

/** What is done with notebooks beside listing and exporting them; a notebook that is called like one of these goes by its id. */
export const noteActions: Readonly<Record<string, Action>> = {
  new: async (context, words, { client }) => {
    return said(context, 'notebookMade', await client.notes.create({ title: words.join(' ') }))
  },
  add: async (context, [wanted = '', ...words], { client, list }) => {
    const { id, title } = notebookOf(list, wanted)
    const text = words.join(' ').trim()
    if (text === '') throw new UsageError('whatNote', {}, 'notes')
    await client.notes.add({ id, note: { kind: 'text', text } })
    return said(context, 'noteAdded', { title })
  },
  rename: async (context, [wanted = '', ...words], { client, list }) => {
    const title = words.join(' ').trim()
    if (title === '') throw new UsageError('whatTitle', {}, 'notes')
    return said(context, 'notebookRenamed', await client.notes.rename({ id: notebookOf(list, wanted).id, title }))
  },
  use: async (context, [wanted = '', value], { client, list }) => {
    if (value !== 'on' && value !== 'off') throw new UsageError('onOrOff', {}, 'notes')
    const { id } = notebookOf(list, wanted)
    const header = await client.notes.use_as_evidence({ id, on: value === 'on' })
    return said(context, header.as_evidence ? 'notebookSearched' : 'notebookUnsearched', header)
  },
  search: async (context, words, { client }) => {
    const { out, err, say } = context
    const hits = await client.notes.search({ text: words.join(' ') })
    if (printedAsJson(context, hits)) return exitCode.fine
    if (hits.length === 0) err.line(say('noNoteHas'))
    for (const { notebook, item } of hits) {
      out.line(printableLine(notebook.title))
      out.line(
        `    ${printableLine(item.text)}${item.comment === undefined ? '' : ` — ${printableLine(item.comment)}`}`,
      )
    }
    return hits.length > 0 ? exitCode.fine : exitCode.failed
  },
  items: async (context, [wanted = ''], { client, list }) => {
    const { out } = context
    const notebook = await client.notes.get({ id: notebookOf(list, wanted).id })
    if (printedAsJson(context, notebook)) return exitCode.fine
    for (const { id, text, comment } of notebook.items) {
      out.line(`${id}  ${printableLine(text)}${comment === undefined ? '' : ` — ${printableLine(comment)}`}`)
    }
    return exitCode.fine
  },
  edit: async (context, [wanted = '', item = '', ...words], { client, list }) => {
    const { id, title } = notebookOf(list, wanted)
    await client.notes.edit({ id, item_id: item, text: words.join(' ') })
    return said(context, 'documentChanged', { title })
  },
  comment: async (context, [wanted = '', item = '', ...words], { client, list }) => {
    const { id, title } = notebookOf(list, wanted)
    await client.notes.comment({ id, item_id: item, comment: words.join(' ') })
    return said(context, 'documentChanged', { title })
  },
  move: async (context, [wanted = '', item = '', place = ''], { client, list }) => {
    const { id, title } = notebookOf(list, wanted)
    const to = Number(place)
    if (!Number.isInteger(to) || to < 1) throw new UsageError('whatPlace', {}, 'notes')
    await client.notes.move({ id, item_id: item, to_index: to - 1 })
    return said(context, 'documentChanged', { title })
  },
  remove: async (context, [wanted = '', item = ''], { client, list }) => {
    const { id, title } = notebookOf(list, wanted)
    await client.notes.remove({ id, item_id: item })
    return said(context, 'documentChanged', { title })
  },
  trash: async (context, [wanted = ''], { client, list }) => {
    const { id, title } = notebookOf(list, wanted)
    await client.notes.trash({ id })
    return said(context, 'putInTrash', { title: `${title} (${id})` })
  },
  restore: async (context, [id = ''], { client }) => said(context, 'restored', await client.notes.restore({ id })),
}

type NoteWord =
  | 'notebookMade'
  | 'noteAdded'
  | 'notebookRenamed'
  | 'notebookSearched'
  | 'notebookUnsearched'
  | 'putInTrash'
  | 'documentChanged'
  | 'restored'

function said({ out, say }: Context, word: NoteWord, { title }: Pick<NotebookHeader, 'title'>): number {
  out.line(say(word, { name: printableLine(title) }))
  return exitCode.fine
}

/** The notebook of this id, or of this title where only one has it. Throws UsageError otherwise. */
export function notebookOf(list: readonly NotebookHeader[], wanted: string): NotebookHeader {
  const called = list.filter(({ title }) => title === wanted)
  const one = list.find(({ id }) => id === wanted) ?? (called.length === 1 ? called[0] : undefined)
  if (one) return one
  throw new UsageError(called.length > 1 ? 'notebooksCalled' : 'noNotebook', { value: wanted }, 'notes')
}
