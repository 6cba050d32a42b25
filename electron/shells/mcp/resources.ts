import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ErrorCode, ListResourcesRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { documentUri } from '@shells/answers/cited-sources'
import { failureOf } from '@shells/engine-client'
import { mostText, readStretch } from './document-text'
import { listedDocuments, pageOf, readable } from './listed-documents'
import { openDocuments } from './open-documents'
import type { McpParts } from './tools/mcp-call'

const perPage = 100

/** The documents as resources: listed a page at a time, their text read in stretches. */
export function addResources(server: McpServer, parts: McpParts): void {
  const read = (uri: URL) => readResource(uri, parts)
  const about = {
    title: 'Document',
    description: `The text of a document, ${mostText} characters at most.`,
    mimeType: 'text/plain',
  }
  const complete = { id: (value: string) => idsLike(value, parts) }
  const whole = new ResourceTemplate('cairn://document/{id}', { list: undefined, complete })
  server.registerResource('document', whole, about, read)
  const stretch = new ResourceTemplate('cairn://document/{id}{?chars}', { list: undefined, complete })
  const ofStretch = { ...about, title: 'Part of a document', description: 'As a document, from `chars=<start>-<end>`.' }
  server.registerResource('document-part', stretch, ofStretch, read)
  // The SDK's own lists are not paged.
  server.server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    orProtocolError(async () => {
      const documents = listedDocuments(readable((await openDocuments(await parts.engine())).documents))
      const { page, next } = pageOf(documents, perPage, params?.cursor)
      const resources = page.map(({ id, name, title, char_count: size, format }) => ({
        uri: documentUri(id),
        name,
        title: title || name,
        description: `${format ?? 'text'}, ${size} characters`,
        mimeType: 'text/plain',
      }))
      return { resources, ...(next === undefined ? {} : { nextCursor: next }) }
    }),
  )
}

/** The text of a document, and where it goes on where that is not all. */
export function readResource(uri: URL, { engine }: McpParts) {
  return orProtocolError(async () => {
    const { document, start, length } = stretchOf(uri)
    const { text, end, total } = await readStretch(await engine(), { document, start, length })
    const isCut = end < total && length >= mostText
    const _meta = {
      'cairn/range': { start, end, total },
      ...(isCut ? { 'cairn/next': nextUri(document, end, total) } : {}),
    }
    const note = isCut ? `\n\n[${end} of ${total} characters. Continue: ${nextUri(document, end, total)}]` : ''
    return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: text + note, _meta }] }
  })
}

function nextUri(document: string, start: number, total: number): string {
  return documentUri(document, { start, end: Math.min(start + mostText, total) })
}

function stretchOf(uri: URL) {
  const document = decodeURIComponent(uri.pathname.replace(/^\//u, ''))
  const [, first, last] = /^(\d{1,9})-(\d{1,9})$/u.exec(uri.searchParams.get('chars') ?? '') ?? []
  const start = Number(first ?? 0)
  const length = last === undefined ? mostText : Math.min(mostText, Math.max(1, Number(last) - start))
  return { document, start, length }
}

async function idsLike(value: string, { engine }: McpParts): Promise<string[]> {
  const documents = listedDocuments(readable((await openDocuments(await engine())).documents))
  return documents.map(({ id }) => id).filter((id) => id.startsWith(value))
}

/** Where the protocol knows no result that says what went wrong, an error of the protocol does. */
export async function orProtocolError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof McpError) throw thrown
    const { code, message, action } = failureOf(thrown)
    const isAsked = code === 'INVALID_INPUT' || code === 'NOT_FOUND'
    const kind = isAsked ? ErrorCode.InvalidParams : ErrorCode.InternalError
    throw new McpError(kind, `${message} ${action}`.trim(), { code })
  }
}
