import { z } from 'zod'
import { SearchFilter } from '../documents'
import { ErrorReport } from '../errors'
import { documentId, procedure } from './graph-api'

/** Longest text that is searched for, and longest text that is made a vector of, in UTF-16 units. */
export const MAX_QUERY_LENGTH = 1000
export const MAX_EMBEDDED_LENGTH = 20_000

export const SearchInput = z.object({
  query: z.string().trim().min(1).max(MAX_QUERY_LENGTH),
  limit: z.number().int().min(1).max(50).default(8),
  filter: SearchFilter.optional(),
})
export type SearchInput = z.output<typeof SearchInput>

/** A passage that search found: `[start, end)` of its document's extracted text. */
export const FoundPassage = z.object({
  document_id: documentId,
  document_name: z.string(),
  document_title: z.string(),
  format: z.string(),
  heading_path: z.array(z.string()),
  page: z.number().int().positive().nullable(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  text: z.string(),
  /** What the passages of one search are ordered by; scores of different searches do not compare. */
  score: z.number(),
  /** Whether it is near enough to the query for an answer to be made of it. */
  relevant: z.boolean(),
  /** The names that led from the query to it, where the knowledge graph found it. */
  graph_path: z.array(z.string()).optional(),
})
export type FoundPassage = z.infer<typeof FoundPassage>

/** Vectors of unit length, one for each text in order. */
export const Embeddings = z.object({
  model: z.string(),
  dimensions: z.number().int().positive(),
  vectors: z.array(z.array(z.number())),
})
export type Embeddings = z.infer<typeof Embeddings>

/** Who came in last by a door. */
const DoorVisit = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** What it calls itself, which nobody has checked; null where it says nothing. */
  name: z.string().nullable(),
})
export type DoorVisit = z.infer<typeof DoorVisit>

/** A way in for other programs on this machine. */
const DoorState = z.object({
  /** As the settings have it. */
  wanted: z.boolean(),
  /** The address it answers at, such as `http://127.0.0.1:21847/mcp`; null where it does not. */
  address: z.string().nullable(),
  /** The latest request that was let in since the app started; null for none. */
  last: DoorVisit.nullable(),
})

/** The ways in for other programs: MCP over HTTP, and the OpenAI-compatible one. */
export const DoorsState = z.object({
  mcp_http: DoorState,
  openai: DoorState,
  port: z.number().int(),
  /** Why what is wanted does not answer, such as a port that another program has; null otherwise. */
  problem: ErrorReport.nullable(),
  /** How an assistant starts Cairn as an MCP server of its own, for this store; null in an installed app, which has no command line. */
  stdio: z.object({ command: z.string(), args: z.array(z.string()) }).nullable(),
})
export type DoorsState = z.infer<typeof DoorsState>

/** The secret that the doors want as `Authorization: Bearer …`. */
const DoorToken = z.object({ token: z.string() })

/** The calls about ways in for other programs. They are switched by `settings.set` (`doors`). */
export const doorsContract = {
  state: procedure.output(DoorsState),
  /** Shows the token; one is made where there is none yet. */
  token: procedure.output(DoorToken),
  /** Makes a new token. The one before is good for nothing from then on. */
  rotate: procedure.output(DoorToken),
}

/** Finding passages without asking a question. */
export const passagesContract = {
  /** The passages nearest to a text, best first. */
  search: procedure.input(SearchInput).output(z.array(FoundPassage)),
  /** Vectors of texts by the embedder that search uses now. */
  embed: procedure
    .input(z.object({ texts: z.array(z.string().min(1).max(MAX_EMBEDDED_LENGTH)).min(1).max(128) }))
    .output(Embeddings),
}
