import { completable } from '@modelcontextprotocol/sdk/server/completable.js'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { PromptMessage } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { documentUri } from '@shells/answers/cited-sources'
import { readStretch } from './document-text'
import { listedDocuments, readable } from './listed-documents'
import { openDocuments } from './open-documents'
import type { McpParts } from './tools/mcp-call'
import { orProtocolError } from './resources'

/** Of each document that goes along with a prompt, in characters. */
const mostOfEach = 20_000

/** Prompts that a person can choose, with the documents' titles as completions. */
export function addPrompts(server: McpServer, parts: McpParts): void {
  const title = () => completable(z.string().min(1).max(500), (value) => titlesLike(value, parts))
  const summarise = {
    title: 'Summarise a document',
    description: 'Summarises one document of the library, with citations.',
    argsSchema: { document: title() },
  }
  server.registerPrompt('summarise', summarise, ({ document }) =>
    withDocuments(
      [document],
      'Summarise this document in at most ten sentences, in its own language. After each sentence say which heading it comes from. Say what the text leaves open; add nothing that it does not say.',
      parts,
    ),
  )
  const compare = {
    title: 'Compare two documents',
    description: 'Compares two documents of the library, point by point.',
    argsSchema: { first: title(), second: title() },
  }
  server.registerPrompt('compare', compare, ({ first, second }) =>
    withDocuments(
      [first, second],
      'Compare these two documents in a table: what both say, where they differ, and what only one says. Quote the words that each row rests on. Add nothing that neither says.',
      parts,
    ),
  )
}

function withDocuments(names: readonly string[], task: string, { engine }: McpParts) {
  return orProtocolError(async () => {
    const client = await engine()
    const documents = readable((await openDocuments(client)).documents)
    const messages: PromptMessage[] = []
    for (const name of names) {
      const { id } = documentNamed(name, documents)
      const { text, end, total } = await readStretch(client, { document: id, start: 0, length: mostOfEach })
      const rest = end < total ? `\n\n[The first ${end} of ${total} characters; read_passage has the rest.]` : ''
      const resource = { uri: documentUri(id), mimeType: 'text/plain', text: text + rest }
      messages.push({ role: 'user', content: { type: 'resource', resource } })
    }
    messages.push({ role: 'user', content: { type: 'text', text: task } })
    return { messages }
  })
}

/** The document of an id, a title or a name; or the only one whose title or name holds the text. Throws NOT_FOUND, INVALID_INPUT. */
function documentNamed(text: string, documents: readonly DocumentRecord[]): DocumentRecord {
  const exact = documents.filter(({ id, title, name }) => [id, title, name].includes(text))
  const found = exact.length > 0 ? exact : listedDocuments(documents, text)
  const [only, ...others] = found
  if (!only)
    throw new CairnError('NOT_FOUND', `There is no document “${text}”.`, 'list_documents shows which there are.')
  if (others.length === 0) return only
  const ids = found.slice(0, 5).map(({ id, name }) => `${id} (${name})`)
  const message = `${found.length} documents are called “${text}”.`
  throw new CairnError('INVALID_INPUT', message, `Say which by its id: ${ids.join(', ')}.`)
}

async function titlesLike(value: string, { engine }: McpParts): Promise<string[]> {
  const documents = listedDocuments(readable((await openDocuments(await engine())).documents), value)
  return [...new Set(documents.map(({ title, name }) => title || name))]
}
