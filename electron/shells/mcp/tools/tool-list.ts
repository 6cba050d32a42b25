import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { McpParts } from './mcp-call'
import { addAsk } from './ask-tool'
import { addGraphNeighbours } from './graph-tool'
import { addListDocuments } from './list-documents-tool'
import { addReadPassage } from './read-passage-tool'
import { addSearch } from './search-tool'
import { addCalculator, addCurrency, addDatetime, addRecordLookup, addTableQuery } from './own-tools'

/** The tools in the order in which clients list them. A new one is a file beside this one and a line here. */
const tools: readonly ((server: McpServer, parts: McpParts) => void)[] = [
  addSearch,
  addAsk,
  addListDocuments,
  addReadPassage,
  addGraphNeighbours,
  addTableQuery,
  addRecordLookup,
  addCalculator,
  addDatetime,
  addCurrency,
]

export function addTools(server: McpServer, parts: McpParts): void {
  for (const add of tools) add(server, parts)
}
